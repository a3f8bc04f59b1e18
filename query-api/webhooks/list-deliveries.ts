import { deliveriesOfAccount } from '@recado/application/read-models/lists/deliveries'
import { textOfKind } from '@recado/contract/bounds'
import { ConversationId, MessageId } from '@recado/contract/ids'
import { Instant } from '@recado/contract/kinds'
import { page, pageQuery } from '@recado/contract/page'
import { DeliveryStatus, ListedDelivery } from '@recado/contract/webhook-delivery'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { all, type Statement, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { CONTACT_FIELD } from '../conversations/contact-of.ts'
import { ConnectionFilter, connectionIds } from '../filters/connection-filter.ts'
import { facetsWith, rowsWith } from '../paging/facet-page.ts'
import { filteredPage, spannedPage } from '../paging/list-page.ts'
import type { ListSource } from '../paging/list-source.ts'
import { withinSpan } from '../paging/time-span.ts'
import { queryRoute } from '../routing/query-route.ts'

const source = {
  ...deliveriesOfAccount,
  tail: CONTACT_FIELD,
  doc: 't.doc',
} satisfies ListSource

const Filters = z.object({
  connection_id: ConnectionFilter,
  status: DeliveryStatus.optional(),
  event: textOfKind('event_name')
    .optional()
    .describe('The name of an event, such as whatsapp.message.received, or a native one.'),
  conversation_id: ConversationId.optional().describe(
    'Extension. Deliveries of events of this conversation.',
  ),
  message_id: MessageId.optional().describe(
    'Extension. The message_id of a message, not its integer id.',
  ),
  since: Instant.optional().describe('Extension. Deliveries created from that moment.'),
  until: Instant.optional().describe('Extension. Deliveries created before that moment.'),
  dead_since: Instant.optional().describe('Extension. Deliveries given up from that moment.'),
  ...pageQuery(),
})

export const listDeliveries = queryRoute({
  operationId: 'listWebhookDeliveries',
  url: '/webhooks/deliveries',
  summary: 'List webhook deliveries',
  query: Filters,
  reply: page(ListedDelivery),
  answer: async ({ account, query }, run, { registry }) => {
    const { status, event, since, until } = query
    const connection_id = connectionIds(registry, account.id, query.connection_id)
    const span = { column: 'created_at', since, until }
    const filter = facetsWith(source, { status, connection_id, event })
    const narrow = narrowConditions(account.id, query)
    if (narrow.length === 0) return spannedPage(source, account.id, query, run, { filter, span })
    const ours = belongsTo(account.id, 't.account_id')
    const where = all([...narrow, ours, ...rowsWith(filter), ...withinSpan(span)])
    return filteredPage(source, where, query, run)
  },
})

/** Conditions that leave few deliveries, counted one by one. A message has one conversation: one index serves both. */
function narrowConditions(accountId: string, query: z.output<typeof Filters>): Statement[] {
  const { conversation_id, message_id, dead_since } = query
  const ofMessage = sql`t.message_id = ${message_id}
    and t.conversation_id = (select m.conversation_id from messages m where m.id = ${message_id})`
  return [
    ...(conversation_id === undefined ? [] : [sql`t.conversation_id = ${conversation_id}`]),
    ...(message_id === undefined ? [] : [ofMessage]),
    ...(dead_since === undefined
      ? []
      : [sql`t.listed_in = ${accountId} and t.dead_at >= ${dead_since}::timestamptz`]),
  ]
}
