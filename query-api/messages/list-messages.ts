import { Uuid } from '@recado/contract/ids'
import { Message, MessageStatus } from '@recado/contract/message'
import { page, pageQuery } from '@recado/contract/page'
import type { Run } from '@recado/infra/postgres/run'
import { all, type Statement, sql } from '@recado/infra/postgres/sql'
import { samePerson } from '@recado/infra/read-models/same-person'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'
import { emptyPage, filteredPage, keptPage } from '../list-page.ts'
import type { ListSource } from '../list-source.ts'
import { queryRoute } from '../query-route.ts'

const messagesOfAccount: ListSource = {
  name: 'messages.account',
  from: 'messages t',
  key: 'account_id',
  position: 'account_pos',
  doc: 't.doc',
  kind: 'append_only',
  order: 'newest_first',
}
const messagesOfConnection: ListSource = {
  ...messagesOfAccount,
  name: 'messages.connection',
  key: 'connection_id',
  position: 'connection_pos',
}
const messagesOfConversation: ListSource = {
  ...messagesOfAccount,
  name: 'messages.conversation',
  key: 'conversation_id',
  position: 'conversation_pos',
}

const Filters = z.object({
  connection_id: ConnectionFilter,
  conversation_id: Uuid.optional(),
  contact_id: Uuid.optional(),
  provider_message_id: z.string().optional(),
  direction: z.enum(['inbound', 'outbound']).optional(),
  status: MessageStatus.optional(),
  ...pageQuery(),
})

/** GET /messages: the message log, newest first. */
export const listMessages = queryRoute({
  url: '/messages',
  summary: 'List messages',
  query: Filters,
  reply: page(Message),
  answer: async ({ account, query }, run, { directory }) => {
    const connections = connectionIds(directory, account.id, query.connection_id)
    const conditions = filters(query)
    if (conditions.length === 0) {
      if (connections === undefined) return keptPage(messagesOfAccount, account.id, query, run)
      const [only] = connections
      if (only !== undefined && connections.length === 1)
        return keptPage(messagesOfConnection, only, query, run)
    }
    if (conditions.length === 1 && connections === undefined && query.conversation_id !== undefined)
      return pageOfConversation(account.id, query.conversation_id, query, run)
    const where = all([
      sql`t.account_id = ${account.id}`,
      ...conditions,
      ...(connections === undefined ? [] : [sql`t.connection_id = any(${connections})`]),
    ])
    return filteredPage(messagesOfAccount, where, query, run)
  },
})

async function pageOfConversation(
  accountId: string,
  conversationId: string,
  query: { limit: number; offset: number },
  run: Run,
) {
  const [own] = await run(sql`
    select from conversations where id = ${conversationId} and account_id = ${accountId}`)
  if (own === undefined) return emptyPage(query)
  return keptPage(messagesOfConversation, conversationId, query, run)
}

function filters(query: z.output<typeof Filters>): Statement[] {
  const { conversation_id, contact_id, provider_message_id, direction, status } = query
  const conditions: Statement[] = []
  if (conversation_id !== undefined) conditions.push(sql`t.conversation_id = ${conversation_id}`)
  if (contact_id !== undefined) conditions.push(sql`t.contact_id = any(${samePerson(contact_id)})`)
  if (provider_message_id !== undefined)
    conditions.push(sql`t.provider_message_id = ${provider_message_id}`)
  if (direction !== undefined) conditions.push(sql`t.direction = ${direction}`)
  if (status !== undefined) conditions.push(sql`t.status = ${status}`)
  return conditions
}
