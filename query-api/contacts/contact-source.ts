import {
  contactDocument,
  funnelOf,
  stageShown,
} from '@recado/application/read-models/documents/contact-document'
import {
  contactsOfAccount,
  contactsOfConnection,
} from '@recado/application/read-models/lists/contacts'
import { raw, sql } from '@recado/infra/postgres/sql'
import type { FacetFilter } from '../facet-page.ts'
import type { ListSource } from '../list-source.ts'

/** Contacts of an account, newest first. */
export function accountContacts(accountId: string): ListSource {
  return { ...contactsOfAccount, doc: contactDocument('t'), shared: funnelOf(accountId) }
}

/** Contacts on a connection of an account, the one that came last first. */
export function connectionContacts(accountId: string): ListSource {
  // Not a join: a plan made once might read all contacts for a page.
  const doc = `(select ${contactDocument('c')} from contacts c where c.id = t.contact_id)`
  return { ...contactsOfConnection, doc, shared: funnelOf(accountId) }
}

/** The contacts that show a stage: the facets of all whose key leads to it. */
export function showing(stageId: string): FacetFilter {
  const shows = (row: string) => sql`${raw(stageShown(row))} = ${stageId}`
  return { facets: shows('f'), rows: shows('t') }
}

/** How many sales and sessions of a person are shown: nobody reads more, and a shop may tell of a million. */
const MOST_SHOWN = 500

/** The sales of the contact's conversations, newest first, as JSON. */
export const contactSales = `coalesce((
  select json_agg(json_build_object('id', s.id, 'status', s.status, 'gross_cents', s.gross_cents,
    'currency', s.currency, 'product_name', s.product_name) order by s.account_pos desc)
  from (select * from sales where contact_id = c.id order by account_pos desc limit ${MOST_SHOWN}) s), '[]')`

/** The ways that led the person here, oldest first, as JSON; also those of contacts merged into it. */
export const contactSessions = `coalesce((
  select json_agg(s.doc::json order by s.place) from (
    select s.doc, s.place from contact_sessions s join contacts m on m.id = s.contact_id
    where m.survivor_id = c.id order by s.place limit ${MOST_SHOWN}) s), '[]')`
