import { identityClaim } from '@recado/application/contacts/identity-claim'
import type { PersonIds } from '@recado/application/person-ids'
import { lastInboundOf, samePerson } from '@recado/application/read-models/same-person'
import { ResolvedConversation } from '@recado/contract/conversation'
import { ConnectionName, IDENTITY_FIELDS, Phone } from '@recado/contract/kinds'
import { invalidInput, notFound } from '@recado/infra/http/http-problem'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { connectionIds } from '../filters/connection-filter.ts'
import { identityFilters } from '../filters/identity-filters.ts'
import { queryRoute } from '../routing/query-route.ts'

const Query = z.object({
  connection_id: ConnectionName.describe(
    "A connection's uuid, or its number in any formatting; 404 when no connection of the account has it.",
  ),
  phone: Phone.optional().describe(
    'Digits with country code; formatting and the Brazilian ninth digit are tolerated.',
  ),
  ...identityFilters,
})

type ResolvedRow = Omit<ResolvedConversation, 'contact'> & {
  contact_id: string
  phone: string | null
}

export const resolveConversation = queryRoute({
  operationId: 'resolveConversation',
  url: '/conversations/resolve',
  summary: 'Find the conversation of a connection and a person',
  description: 'At least one identity is needed; all that are sent must be those of one contact.',
  query: Query,
  problems: [404, 422],
  reply: z.object({ data: ResolvedConversation }),
  answer: async ({ account, query }, run, { registry, personIds }) => {
    const claims = claimsOf(personIds, account.id, query)
    if (claims.length === 0) return invalidInput(`one of ${IDENTITY_FIELDS.join(', ')} is required`)
    const connections = connectionIds(registry, account.id, query.connection_id) ?? []
    if (connections.length === 0) return null
    const contacts = await contactsBehind(account.id, claims, run)
    if (contacts.length > 1)
      return invalidInput('the identities belong to different contacts; send those of one')
    const [contact] = contacts
    return contact === undefined ? notFound() : readResolved(contact, connections, run)
  },
})

function claimsOf(
  personIds: PersonIds,
  accountId: string,
  query: z.output<typeof Query>,
): string[] {
  return IDENTITY_FIELDS.flatMap((kind) => {
    const value = query[kind]
    return value === undefined ? [] : [identityClaim(personIds, accountId, kind, value)]
  })
}

async function contactsBehind(accountId: string, claims: string[], run: Run): Promise<string[]> {
  const rows = await run<{ id: string }>(sql`
    select distinct c.survivor_id as id from contact_identities i join contacts c on c.id = i.contact_id
    where i.id = any(${claims}) and ${belongsTo(accountId, 'c.account_id')}`)
  return rows.map(({ id }) => id)
}

/** When the number is registered twice, or two contacts became one, the conversation with the latest activity. */
async function readResolved(contactId: string, connections: readonly string[], run: Run) {
  const [row] = await run<ResolvedRow>(sql`
    select t.id, t.connection_id, t.status, ${lastInboundOf('t')} as last_inbound_at,
      c.id as contact_id, c.phone
    from conversations t join contacts c on c.id = ${contactId}
    where t.contact_id = any(${samePerson(contactId)}) and t.connection_id = any(${connections})
    order by t.last_activity desc limit 1`)
  if (row === undefined) return null
  const { contact_id, phone, ...shown } = row
  return { data: { ...shown, contact: { id: contact_id, phone } } }
}
