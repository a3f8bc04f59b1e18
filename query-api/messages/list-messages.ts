import { messagesWithProviderId } from '@recado/application/read-models/provider-ids'
import { samePerson } from '@recado/application/read-models/same-person'
import type { Registry } from '@recado/application/registry/registry'
import { textOfKind } from '@recado/contract/bounds'
import { ContactId, ConversationId } from '@recado/contract/ids'
import { Instant } from '@recado/contract/kinds'
import { LoggedMessage, MessageDirection, MessageStatus } from '@recado/contract/message'
import { page, pageQuery } from '@recado/contract/page'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { all, type Statement, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { conversationList } from '../conversations/conversation-source.ts'
import { ConnectionFilter, connectionIds } from '../filters/connection-filter.ts'
import { facetsWith, rowsWith } from '../paging/facet-page.ts'
import { countedPage, emptyPage, filteredPage, spannedPage } from '../paging/list-page.ts'
import { withinSpan } from '../paging/time-span.ts'
import { countingInTurn } from '../routing/in-turn.ts'
import { queryRoute } from '../routing/query-route.ts'
import { conversationLog, messageLog } from './message-source.ts'

/** Failed messages that are searched for words of their error, and for when they failed. */
const MAX_FAILED_SEARCHED = 10_000

const Filters = z.object({
  connection_id: ConnectionFilter,
  conversation_id: ConversationId.optional().describe('Messages of this conversation.'),
  contact_id: ContactId.optional().describe('Messages from and to this person, on every number.'),
  provider_message_id: textOfKind('provider_id')
    .optional()
    .describe(
      'Finds a send by any id under which the provider accepted it. An id of a WAHA gateway may have its long form, ' +
        'such as `true_553187654321@c.us_3EB0BB`.',
    ),
  direction: MessageDirection.optional(),
  status: MessageStatus.optional(),
  error_class: textOfKind('event_name')
    .min(1)
    .optional()
    .describe('Extension. Failed messages whose error is of this class.'),
  error: textOfKind('provider_id')
    .min(1)
    .optional()
    .describe(
      `Extension. Of the newest ${MAX_FAILED_SEARCHED} failed messages those whose error has this in its code, title or details.`,
    ),
  since: Instant.optional().describe('Extension. Messages recorded from that moment.'),
  until: Instant.optional().describe('Extension. Messages recorded before that moment.'),
  failed_since: Instant.optional().describe(
    `Extension. Of the newest ${MAX_FAILED_SEARCHED} failed messages those that failed from that moment.`,
  ),
  ...pageQuery(),
})

type Query = z.output<typeof Filters>

const route = queryRoute({
  operationId: 'listMessages',
  url: '/messages',
  summary: 'List messages',
  query: Filters,
  reply: page(LoggedMessage),
  answer: async ({ account, query }, run, { registry }) => {
    const { direction, status, error_class, since, until } = query
    const span = { column: 'created_at', since, until }
    const connection_id = connectionIds(registry, account.id, query.connection_id)
    const narrow = narrowConditions(account.id, query, registry)
    const filter = facetsWith(messageLog, { connection_id, direction, status, error_class })
    if (narrow.length === 0)
      return spannedPage(messageLog, account.id, query, run, { filter, span })
    const ours = belongsTo(account.id, 't.account_id')
    const { conversation_id } = query
    if (narrow.length === 1 && conversation_id !== undefined && !isDivided(query)) {
      const there = [ours, ...rowsWith(facetsWith(conversationList, { connection_id }))]
      const [own] = await run(sql`
        select from conversations t where id = ${conversation_id} and ${all(there)}`)
      if (own === undefined) return emptyPage(query)
      return countedPage(conversationLog, conversation_id, query, run)
    }
    const where = all([ours, ...narrow, ...rowsWith(filter), ...withinSpan(span)])
    return filteredPage(messageLog, where, query, run)
  },
})

/** A part of a conversation's or a person's messages is counted one by one, and either may be very long. */
export const listMessages = countingInTurn<Query>(
  route,
  ({ query }) =>
    query.contact_id !== undefined || (query.conversation_id !== undefined && isDivided(query)),
)

/** Whether a filter takes messages out of those of a conversation. */
function isDivided({ direction, status, error_class, since, until }: Query): boolean {
  return [direction, status, error_class, since, until].some((value) => value !== undefined)
}

/** Conditions that leave few messages, which are counted one by one. */
function narrowConditions(accountId: string, query: Query, registry: Registry): Statement[] {
  const { conversation_id, contact_id, provider_message_id, error, failed_since } = query
  return [
    ...(conversation_id === undefined ? [] : [sql`t.conversation_id = ${conversation_id}`]),
    ...(contact_id === undefined ? [] : [sql`t.contact_id = any(${samePerson(contact_id)})`]),
    ...(provider_message_id === undefined
      ? []
      : [
          sql`t.id = any(${messagesWithProviderId({ provider_id: provider_message_id, account_id: accountId }, registry)})`,
        ]),
    ...(error === undefined ? [] : [isFailedWith(accountId, hasError(error))]),
    ...(failed_since === undefined
      ? []
      : [isFailedWith(accountId, sql`failed.failed_at >= ${failed_since}::timestamptz`)]),
  ]
}

function hasError(error: string): Statement {
  return sql`position(lower(${error}) in lower(concat_ws(' ',
    failed.error->>'code', failed.error->>'title', failed.error->>'details'))) > 0`
}

/** Searches only the newest, because each is read. The `case` matches the expression of the index of failed messages. */
function isFailedWith(accountId: string, condition: Statement): Statement {
  return sql`t.id = any(array(
    select failed.id from (
      select id, error, failed_at from messages
      where error_class is not null and (case when error_class is not null then account_id end) = ${accountId}
      order by account_pos desc limit ${MAX_FAILED_SEARCHED}
    ) failed
    where ${condition}))`
}
