import { Conversation, ConversationStatus } from '@recado/contract/conversation'
import { Uuid } from '@recado/contract/ids'
import { page, pageQuery } from '@recado/contract/page'
import { identityClaim } from '@recado/infra/contacts/identity-claim'
import { all, type Statement, sql } from '@recado/infra/postgres/sql'
import { personOfClaim, samePerson } from '@recado/infra/read-models/same-person'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'
import { filteredPage, keptPage } from '../list-page.ts'
import { PhoneFilter } from '../phone-filter.ts'
import { queryRoute } from '../query-route.ts'
import { conversationsOfAccount, conversationsOfConnection } from './conversation-source.ts'

const Filters = z.object({
  connection_id: ConnectionFilter,
  contact_id: Uuid.optional(),
  phone: PhoneFilter,
  status: ConversationStatus.optional(),
  ...pageQuery(),
})

/** GET /conversations: latest activity first. */
export const listConversations = queryRoute({
  url: '/conversations',
  summary: 'List conversations',
  query: Filters,
  reply: page(Conversation),
  answer: async ({ account, query }, run, { directory }) => {
    const connections = connectionIds(directory, account.id, query.connection_id)
    const conditions = filters(account.id, query)
    if (conditions.length === 0) {
      if (connections === undefined) return keptPage(conversationsOfAccount, account.id, query, run)
      const [only] = connections
      if (only !== undefined && connections.length === 1)
        return keptPage(conversationsOfConnection, only, query, run)
    }
    const where = all([
      sql`t.account_id = ${account.id}`,
      ...conditions,
      ...(connections === undefined ? [] : [sql`t.connection_id = any(${connections})`]),
    ])
    return filteredPage(conversationsOfAccount, where, query, run)
  },
})

function filters(accountId: string, query: z.output<typeof Filters>): Statement[] {
  const { contact_id, phone, status } = query
  const conditions: Statement[] = []
  if (contact_id !== undefined) conditions.push(sql`t.contact_id = any(${samePerson(contact_id)})`)
  if (status !== undefined) conditions.push(sql`t.status = ${status}`)
  if (phone !== undefined)
    conditions.push(
      sql`t.contact_id = any(${personOfClaim(identityClaim(accountId, 'phone', phone))})`,
    )
  return conditions
}
