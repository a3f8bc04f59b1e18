import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import { contactDocument, funnelOf } from '@recado/infra/read-models/contact-document'
import type { ListSource } from '../list-source.ts'
import { inParts, type Which } from '../part-page.ts'

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
    parts: PARTS,
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
  }
}

const PARTS = ['stage_id', 'auto_kind'] as const

/** The contacts that show a stage. */
export function showing(accountId: string, stageId: string): Which {
  return { parts: shows(accountId, 'p', stageId), rows: inParts(PARTS) }
}

/**
 * Whether a contact, or a part of all contacts, shows a stage: set by hand while that stands, else derived.
 * @param row what the statement calls either of them
 */
export function shows(accountId: string, row: 'p' | 't', stageId: string): Statement {
  const shown = (key: string) =>
    sql`(select r.stage_id from stage_resolution r
      where r.account_id = ${accountId} and r.key = ${raw(`${row}.${key}`)})`
  return sql`coalesce(${shown('stage_id::text')}, ${shown('auto_kind')}) = ${stageId}`
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
