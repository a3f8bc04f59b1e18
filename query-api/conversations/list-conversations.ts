import { identityClaim } from '@recado/application/contacts/identity-claim'
import type { PersonIds } from '@recado/application/person-ids'
import { personOfClaim, samePerson } from '@recado/application/read-models/same-person'
import { Conversation, ConversationStatus } from '@recado/contract/conversation'
import { ContactId } from '@recado/contract/ids'
import { page, pageQuery } from '@recado/contract/page'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { all, type Statement, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../filters/connection-filter.ts'
import { NameFilter, peopleNamed } from '../filters/name-filter.ts'
import { PhoneFilter } from '../filters/phone-filter.ts'
import { FENCED } from '../paging/block-walk.ts'
import { facetsWith, rowsWith } from '../paging/facet-page.ts'
import { countedPage, filteredPage, foundPage } from '../paging/list-page.ts'
import { countingInTurn } from '../routing/in-turn.ts'
import { queryRoute } from '../routing/query-route.ts'
import { conversationList } from './conversation-source.ts'

const Filters = z.object({
  connection_id: ConnectionFilter,
  contact_id: ContactId.optional().describe('Conversations of this person, on every number.'),
  phone: PhoneFilter,
  status: ConversationStatus.optional().describe('Conversations in this state only.'),
  name: NameFilter,
  ...pageQuery(),
})

const route = queryRoute({
  operationId: 'listConversations',
  url: '/conversations',
  summary: 'List conversations',
  query: Filters,
  reply: page(Conversation),
  answer: async ({ account, query }, run, { registry, personIds }) => {
    const { status } = query
    const connection_id = connectionIds(registry, account.id, query.connection_id)
    const person = personConditions(personIds, account.id, query)
    const filter = facetsWith(conversationList, { connection_id, status })
    if (query.name === undefined && person.length === 0)
      return countedPage(conversationList, account.id, query, run, filter)
    const where = all([belongsTo(account.id, 't.listed_in'), ...person, ...rowsWith(filter)])
    if (query.name === undefined) return filteredPage(conversationList, where, query, run)
    return foundPage(conversationList, ofPeople(account.id, query.name, where), query, run)
  },
})

/** Those of people with a name are counted one by one, and may be many. */
export const listConversations = countingInTurn<z.output<typeof Filters>>(
  route,
  ({ query }) => query.name !== undefined,
)

/** Conditions that leave few conversations, which are counted one by one. */
function personConditions(
  personIds: PersonIds,
  accountId: string,
  query: z.output<typeof Filters>,
): Statement[] {
  const { contact_id, phone } = query
  const claim =
    phone === undefined ? undefined : identityClaim(personIds, accountId, 'phone', phone)
  return [
    ...(contact_id === undefined ? [] : [sql`t.contact_id = any(${samePerson(contact_id)})`]),
    ...(claim === undefined ? [] : [sql`t.contact_id = any(${personOfClaim(claim)})`]),
  ]
}

/** Person by person, through the index of their conversations, however many have the name. */
function ofPeople(accountId: string, name: string, where: Statement): Statement {
  return sql`select own.id, own.account_pos as place
    from (${peopleNamed(accountId, name)}) named, lateral (
      select t.id, t.account_pos from conversations t
      where t.contact_id = named.id and ${where} ${FENCED}) own`
}
