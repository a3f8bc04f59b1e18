import {
  contactDocument,
  funnelOf,
  shownStageId,
} from '@recado/application/read-models/documents/contact-document'
import {
  contactsOfAccount,
  contactsOfConnection,
} from '@recado/application/read-models/lists/contacts'
import { raw, sql } from '@recado/infra/postgres/sql'
import type { FacetFilter } from '../paging/facet-page.ts'
import type { ListSource } from '../paging/list-source.ts'

export function accountContacts(accountId: string): ListSource {
  return { ...contactsOfAccount, doc: contactDocument('t'), shared: funnelOf(accountId) }
}

/** Contacts on a connection, the latest to join it first. */
export function connectionContacts(accountId: string): ListSource {
  // A subquery, because a cached plan of a join might read all contacts for one page.
  const doc = `(select ${contactDocument('c')} from contacts c where c.id = t.contact_id)`
  return { ...contactsOfConnection, doc, shared: funnelOf(accountId) }
}

/** The contacts on a stage, set by hand or derived. */
export function stageFilter(stageId: string): FacetFilter {
  const shows = (row: string) => sql`${raw(shownStageId(row))} = ${stageId}`
  return { facets: shows('f'), rows: shows('t') }
}

/** The most sales and sessions of a contact that are shown: shops may report any number. */
const MAX_SHOWN = 500

/** SQL for the sales of the contact `c`, newest first, as JSON. */
export const contactSales = `coalesce((
  select json_agg(json_build_object('id', s.id, 'status', s.status, 'gross_cents', s.gross_cents,
    'currency', s.currency, 'product_name', s.product_name) order by s.account_pos desc)
  from (select * from sales where contact_id = c.id order by account_pos desc limit ${MAX_SHOWN}) s), '[]')`

/** SQL for the sessions of the contact `c` and of those merged into it, oldest first, as JSON. */
export const contactSessions = `coalesce((
  select json_agg(s.doc::json order by s.place) from (
    select s.doc, s.place from contact_sessions s join contacts m on m.id = s.contact_id
    where m.survivor_id = c.id order by s.place limit ${MAX_SHOWN}) s), '[]')`
