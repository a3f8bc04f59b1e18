import { identityClaim } from '@recado/application/contacts/identity-claim'
import type { PersonIds } from '@recado/application/person-ids'
import { Contact } from '@recado/contract/contact'
import { StageId } from '@recado/contract/ids'
import { IDENTITY_FIELDS } from '@recado/contract/kinds'
import { page, pageQuery } from '@recado/contract/page'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { all, type Statement, sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import { ConnectionFilter, connectionIds } from '../filters/connection-filter.ts'
import { identityFilters } from '../filters/identity-filters.ts'
import { hasName, NameFilter } from '../filters/name-filter.ts'
import { PhoneFilter } from '../filters/phone-filter.ts'
import { FENCED } from '../paging/block-walk.ts'
import { type FacetFilter, rowsWith } from '../paging/facet-page.ts'
import { countedPage, filteredPage, foundPage } from '../paging/list-page.ts'
import { countingInTurn } from '../routing/in-turn.ts'
import { queryRoute } from '../routing/query-route.ts'
import { accountContacts, connectionContacts, stageFilter } from './contact-source.ts'

const Filters = z.object({
  stage_id: StageId.optional().describe('The stage shown: set by hand, else derived.'),
  connection_id: ConnectionFilter,
  phone: PhoneFilter,
  ...identityFilters,
  name: NameFilter,
  ...pageQuery(),
})

const route = queryRoute({
  operationId: 'listContacts',
  url: '/contacts',
  summary: 'List contacts',
  query: Filters,
  reply: page(Contact),
  answer: async ({ account, query }, run, { registry, personIds }) => {
    const { stage_id } = query
    const people = accountContacts(account.id)
    const connections = connectionIds(registry, account.id, query.connection_id)
    const named = personConditions(personIds, account.id, query)
    const staged = stage_id === undefined ? undefined : stageFilter(stage_id)
    if (named.length === 0 && connections === undefined)
      return countedPage(people, account.id, query, run, staged)
    const [only] = connections ?? []
    if (named.length === 0 && only && connections?.length === 1)
      return countedPage(connectionContacts(account.id), only, query, run, staged)
    if (named.length === 0 && connections !== undefined)
      return foundPage(people, onAnyConnection(connections, staged), query, run)
    const where = all([
      belongsTo(account.id, 't.listed_in'),
      ...named,
      ...rowsWith(staged),
      ...(connections === undefined ? [] : [isOnConnection(connections)]),
    ])
    return filteredPage(people, where, query, run)
  },
})

/** Contacts of several connections, and those with a name, are counted one by one. */
export const listContacts = countingInTurn<z.output<typeof Filters>>(
  route,
  ({ account, query }, { registry }) =>
    query.name !== undefined ||
    (connectionIds(registry, account.id, query.connection_id)?.length ?? 0) > 1,
)

function personConditions(
  personIds: PersonIds,
  accountId: string,
  query: z.output<typeof Filters>,
): Statement[] {
  const claimed = IDENTITY_FIELDS.flatMap((kind) => {
    const value = query[kind]
    return value === undefined ? [] : [isNamed(identityClaim(personIds, accountId, kind, value))]
  })
  return query.name === undefined ? claimed : [...claimed, hasName(accountId, query.name)]
}

/**
 * By the claim, so that a second phone or another form of the identity finds the contact too. Resolves the survivor,
 * because a merge moves claims one by one.
 */
function isNamed(claim: string): Statement {
  return sql`t.id = (select c.survivor_id from contact_identities i
    join contacts c on c.id = i.contact_id where i.id = ${claim})`
}

/** For the few contacts that identities name. */
function isOnConnection(connections: readonly string[]): Statement {
  return sql`exists (select from contact_connections m
    where m.contact_id = t.id and m.connection_id = any(${connections}))`
}

/** More than the places of any list. */
const PLACES = 2 ** 40

/** The contacts on several connections, each once, in the order of each list; the list of the latest connection first. */
function onAnyConnection(
  connections: readonly string[],
  staged: FacetFilter | undefined,
): Statement {
  return sql`select own.id, max(c.nth * ${PLACES}::bigint + own.pos) as place
    from unnest(${connections}::uuid[]) with ordinality c(id, nth), lateral (
      select t.contact_id as id, t.pos from contact_connections t
      where ${all([sql`t.listed_on = c.id`, ...rowsWith(staged)])} ${FENCED}) own
    group by own.id`
}
