import type { Contact } from '@recado/contract/contact'
import type { AutoKind } from '@recado/domain/funnel/events'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/** The common table expression that the others need: what each stage and each kind is shown as. */
export function funnelOf(accountId: string): Statement {
  return sql`funnel as materialized (
    select jsonb_object_agg(r.key, r.stage_id) as shown from stage_resolution r
    where r.account_id = ${accountId})`
}

/**
 * The stage shown, as text: the one set by hand while it stands, else the one the automatic kind leads to.
 * @param row what the statement calls the contact, or the facet of all contacts
 */
export function stageShown(row: string): string {
  const shown = (key: string) => `(select shown from funnel) ->> ${row}.${key}`
  return `coalesce(${shown('stage_id::text')}, ${shown('auto_kind')})`
}

/**
 * The stored document with the stage, which depends on the funnel and not on the contact.
 * @param contact what the statement calls the row
 */
export function contactDocument(contact: string): string {
  const stage = stageShown(contact)
  return `coalesce('{"stage_id":"' || ${stage} || '",', '{"stage_id":null,') || ${contact}.doc`
}

/** A contact of an account from the read models; null when they do not show it. */
export async function readContact(
  run: Run,
  accountId: string,
  id: string,
): Promise<Contact | null> {
  const [row] = await run<{ doc: string }>(sql`with ${funnelOf(accountId)}
    select ${raw(contactDocument('c'))} as doc from contacts c
    where c.id = ${id} and ${belongsTo(accountId, 'c.account_id')}`)
  return row === undefined ? null : JSON.parse(row.doc)
}

/** The automatic kind that the read models know a contact by; null when they do not show it. */
export async function readAutoKind(
  run: Run,
  accountId: string,
  id: string,
): Promise<AutoKind | null> {
  const [row] = await run<{ auto_kind: AutoKind }>(sql`
    select c.auto_kind from contacts c where c.id = ${id} and ${belongsTo(accountId, 'c.account_id')}`)
  return row?.auto_kind ?? null
}
