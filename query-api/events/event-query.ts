import {
  eventKeys,
  type OutboundSelection,
  redeliveryKey,
} from '@recado/application/read-models/outbound-events'
import type { Registry } from '@recado/application/registry/registry'
import { Instant } from '@recado/contract/kinds'
import { pageQuery } from '@recado/contract/page'
import { isSupportedEvent } from '@recado/contract/whatsapp-event-names'
import { HttpProblem } from '@recado/infra/http/http-problem'
import { listedNames } from '@recado/infra/providers/native-names'
import type { Providers } from '@recado/infra/providers/provider'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../filters/connection-filter.ts'

/** More than there are names. */
const MAX_NAMES = 100

export const EventQuery = z.object({
  after: z
    .string()
    .max(64)
    .optional()
    .describe(
      'A next_cursor: events after it. Without it the list begins with the oldest retained event.',
    ),
  since: Instant.optional().describe('Events recorded from that moment.'),
  connection_id: ConnectionFilter,
  events: z
    .string()
    .transform((names) => names.split(',').map((name) => name.trim()))
    .refine((names) => names.length <= MAX_NAMES, `must have at most ${MAX_NAMES} names`)
    .meta({ openapi: { type: 'string' } })
    .optional()
    .describe(
      'Names separated by commas; all structured events by default. List `webhook.failing`, `contact.erased` or `log.sealed` to receive them too, and a native event name to receive the raw events of the provider.',
    ),
  include: z
    .enum(['redeliveries'])
    .optional()
    .describe('Also requested redeliveries, each at the place of its request.'),
  limit: pageQuery().limit,
})
export type EventQuery = z.output<typeof EventQuery>

/** The selection of a query, without its beginning. @throws HttpProblem 400 for a bad connection or unknown event */
export function selectionOf(
  query: EventQuery,
  accountId: string,
  { registry, providers }: { registry: Registry; providers: Providers },
): Pick<OutboundSelection, 'of' | 'keys' | 'since'> {
  const connections = connectionIds(registry, accountId, query.connection_id)
  const native = [...providers.values()].flatMap(listedNames)
  const foreign = query.events?.find((name) => !isSupportedEvent(native, name))
  if (foreign !== undefined) throw noEvent(foreign)
  const keys = eventKeys(query.events ?? [])
  return {
    of: connections === undefined ? { accountId } : { connectionIds: connections },
    keys: query.include === undefined ? keys : [...keys, ...keys.map(redeliveryKey)],
    since: query.since,
  }
}

function noEvent(name: string): HttpProblem {
  return new HttpProblem(
    400,
    'query_error',
    `events: ${JSON.stringify(name.slice(0, 100))} is not an event; the names are those of PUT /webhooks`,
  )
}
