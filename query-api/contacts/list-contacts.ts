import { Contact } from '@recado/contract/contact'
import { Uuid } from '@recado/contract/ids'
import { page, pageQuery } from '@recado/contract/page'
import { all, raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { effectiveStage } from '@recado/infra/read-models/contact-document'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../connection-filter.ts'
import { filteredPage, keptPage } from '../list-page.ts'
import { PhoneFilter } from '../phone-filter.ts'
import { queryRoute } from '../query-route.ts'
import { contactsOfAccount, contactsOfConnection } from './contact-source.ts'

const Filters = z.object({
  stage_id: Uuid.optional().describe('The stage shown: set by hand, else derived.'),
  connection_id: ConnectionFilter,
  phone: PhoneFilter,
  username: z.string().optional().describe('Without regard to case or a leading @.'),
  business_scoped_user_id: z.string().optional(),
  parent_business_scoped_user_id: z.string().optional(),
  ...pageQuery(),
})

/** GET /contacts: people, newest first. */
export const listContacts = queryRoute({
  url: '/contacts',
  summary: 'List contacts',
  query: Filters,
  reply: page(Contact),
  answer: async ({ account, query }, run, { directory }) => {
    const connections = connectionIds(directory, account.id, query.connection_id)
    const conditions = filters(query)
    if (conditions.length === 0) {
      if (connections === undefined) return keptPage(contactsOfAccount, account.id, query, run)
      const [only] = connections
      if (only !== undefined && connections.length === 1)
        return keptPage(contactsOfConnection, only, query, run)
    }
    const where = all([
      sql`c.account_id = ${account.id}`,
      ...conditions,
      ...(connections === undefined ? [] : [isOn(connections)]),
    ])
    return filteredPage(contactsOfAccount, where, query, run)
  },
})

function filters(query: z.output<typeof Filters>): Statement[] {
  const { stage_id, phone, username } = query
  const conditions: Statement[] = []
  if (stage_id !== undefined) conditions.push(sql`${raw(effectiveStage)} = ${stage_id}`)
  if (phone !== undefined) conditions.push(sql`c.phone_key = ${phone}`)
  if (username !== undefined)
    conditions.push(sql`lower(c.username) = ${username.toLowerCase().replace(/^@/, '')}`)
  for (const column of ['business_scoped_user_id', 'parent_business_scoped_user_id'] as const)
    if (query[column] !== undefined) conditions.push(sql`${raw(`c.${column}`)} = ${query[column]}`)
  return conditions
}

function isOn(connections: readonly string[]): Statement {
  return sql`exists (select from contact_connections m
    where m.contact_id = c.id and m.connection_id = any(${connections}))`
}
