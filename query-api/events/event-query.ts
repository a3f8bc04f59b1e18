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
import { nativeNames } from '@recado/infra/providers/native-names'
import type { Providers } from '@recado/infra/providers/provider'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'

/** So many names are all there are, and some. */
const MOST_NAMES = 100

/** The query of GET /events. */
export const EventQuery = z.object({
  after: z
    .string()
    .max(64)
    .optional()
    .describe('A next_cursor: events behind it. Without it they begin with the oldest retained.'),
  since: Instant.optional().describe('Events recorded from that moment.'),
  connection_id: ConnectionFilter,
  events: z
    .string()
    .transform((names) => names.split(',').map((name) => name.trim()))
    .refine((names) => names.length <= MOST_NAMES, `must have at most ${MOST_NAMES} names`)
    .meta({ openapi: { type: 'string' } })
    .optional()
    .describe(
      'Names separated by commas: every structured event unless told. Native names bring the provider’s raw events, only when listed.',
    ),
  include: z
    .enum(['redeliveries'])
    .optional()
    .describe('Also the events that somebody asked to have delivered again, at that place.'),
  limit: pageQuery().limit,
})
export type EventQuery = z.output<typeof EventQuery>

/**
 * What a query asks for, wherever it begins.
 * @throws HttpProblem 400 for what no connection can be or no event is called
 */
export function selectionOf(
  query: EventQuery,
  accountId: string,
  { registry, providers }: { registry: Registry; providers: Providers },
): Pick<OutboundSelection, 'of' | 'keys' | 'since'> {
  const connections = connectionIds(registry, accountId, query.connection_id)
  const native = [...nativeNames(providers)]
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
    `events: ${JSON.stringify(name.slice(0, 100))} is no event; names are those that PUT /webhooks takes`,
  )
}
