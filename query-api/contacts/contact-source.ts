import {
  contactDocument,
  funnelOf,
  stageShown,
} from '@recado/application/read-models/contact-document'
import { raw, sql } from '@recado/infra/postgres/sql'
import type { FacetFilter } from '../facet-page.ts'
import type { ListSource } from '../list-source.ts'

/** Contacts of an account, newest first. */
export function contactsOfAccount(accountId: string): ListSource {
  return {
    name: 'contacts.account',
    from: 'contacts t',
    key: 'listed_in',
    position: 'account_pos',
    doc: contactDocument('t'),
    shared: funnelOf(accountId),
    kind: 'blocks',
    order: 'newest_first',
    parts: ['stage_id', 'auto_kind'],
  }
}

/** Contacts on a connection of an account, the one that came last first. */
export function contactsOfConnection(accountId: string): ListSource {
  return {
    name: 'contacts.connection',
    from: 'contact_connections t',
    key: 'listed_on',
    position: 'pos',
    // Not a join: a plan made once might read all contacts for a page.
    doc: `(select ${contactDocument('c')} from contacts c where c.id = t.contact_id)`,
    shared: funnelOf(accountId),
    kind: 'blocks',
    order: 'newest_first',
    parts: ['stage_id', 'auto_kind'],
  }
}

/** The contacts that show a stage. Its parts are all of those whose key leads to it. */
export function showing(stageId: string): FacetFilter {
  const shows = (row: string) => sql`${raw(stageShown(row))} = ${stageId}`
  return { parts: shows('p'), rows: shows('t') }
}

/** The sales of the contact's conversations, newest first, as JSON. */
export const contactSales = `coalesce((
  select json_agg(json_build_object('id', s.id, 'status', s.status, 'gross_cents', s.gross_cents,
    'currency', s.currency, 'product_name', s.product_name) order by s.account_pos desc)
  from sales s where s.contact_id = c.id), '[]')`

/** The ways that led the person here, oldest first, as JSON; also those of contacts merged into it. */
export const contactSessions = `coalesce((
  select json_agg(s.doc::json order by s.place)
  from contact_sessions s join contacts m on m.id = s.contact_id where m.survivor_id = c.id), '[]')`
