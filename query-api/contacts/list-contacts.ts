import { Contact } from '@recado/contract/contact'
import { Uuid } from '@recado/contract/ids'
import { page, pageQuery } from '@recado/contract/page'
import { identityClaim } from '@recado/infra/contacts/identity-claim'
import { all, type Statement, sql } from '@recado/infra/postgres/sql'
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
    const conditions = filters(account.id, query)
    if (conditions.length === 0) {
      if (connections === undefined) return keptPage(contactsOfAccount, account.id, query, run)
      const [only] = connections
      if (only !== undefined && connections.length === 1)
        return keptPage(contactsOfConnection, only, query, run)
    }
    const where = all([
      sql`c.listed_in = ${account.id}`,
      ...conditions,
      ...(connections === undefined ? [] : [isOn(connections)]),
    ])
    return filteredPage(contactsOfAccount, where, query, run)
  },
})

const IDENTITIES = [
  'phone',
  'username',
  'business_scoped_user_id',
  'parent_business_scoped_user_id',
] as const

function filters(accountId: string, query: z.output<typeof Filters>): Statement[] {
  const { stage_id } = query
  return [
    ...(stage_id === undefined ? [] : [isOnStage(accountId, stage_id)]),
    ...IDENTITIES.flatMap((kind) => {
      const value = query[kind]
      return value === undefined ? [] : [isNamed(identityClaim(accountId, kind, value))]
    }),
  ]
}

/** By the claim, so that a person is also found by a second line, or another form of the identity. */
function isNamed(claim: string): Statement {
  return sql`c.id = (select i.contact_id from contact_identities i where i.id = ${claim})`
}

/** Set by hand to the stage; or of a kind that leads to it, and not on another stage that still stands. */
function isOnStage(accountId: string, stageId: string): Statement {
  const keys = sql`select r.key from stage_resolution r
    where r.account_id = ${accountId} and r.stage_id = ${stageId}`
  return sql`(c.stage_id::text = any(array(${keys})) or (c.auto_kind = any(array(${keys})) and not exists (
    select from stage_resolution r where r.account_id = ${accountId} and r.key = c.stage_id::text)))`
}

function isOn(connections: readonly string[]): Statement {
  return sql`exists (select from contact_connections m
    where m.contact_id = c.id and m.connection_id = any(${connections}))`
}
