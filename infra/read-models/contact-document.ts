import type { Run } from '../postgres/run.ts'
import { raw, type Statement, sql } from '../postgres/sql.ts'

/** The common table expression that contactDocument needs: what each stage and each kind is shown as. */
export function funnelOf(accountId: string): Statement {
  return sql`funnel as materialized (
    select jsonb_object_agg(r.key, r.stage_id) as shown from stage_resolution r
    where r.account_id = ${accountId})`
}

/**
 * The stored document with the stage, which depends on the funnel and not on the contact: the one set by hand
 * while it stands, else the one its automatic kind leads to.
 * @param contact what the statement calls the row
 */
export function contactDocument(contact: string): string {
  const shown = (key: string) => `(select shown from funnel) ->> ${contact}.${key}`
  const stage = `coalesce(${shown('stage_id::text')}, ${shown('auto_kind')})`
  return `coalesce('{"stage_id":"' || ${stage} || '",', '{"stage_id":null,') || ${contact}.doc`
}

/** A contact as both APIs show it. */
export type ShownContact = {
  readonly id: string
  readonly name: string | null
  readonly phone: string | null
  readonly username: string | null
  readonly business_scoped_user_id: string | null
  readonly parent_business_scoped_user_id: string | null
  readonly created_at: string
  readonly stage_id: string
}

/** A contact of an account from the read models; null when they do not show it. */
export async function readContact(
  run: Run,
  accountId: string,
  id: string,
): Promise<ShownContact | null> {
  const [row] = await run<{ doc: string }>(sql`with ${funnelOf(accountId)}
    select ${raw(contactDocument('c'))} as doc from contacts c
    where c.id = ${id} and c.account_id = ${accountId}`)
  return row === undefined ? null : JSON.parse(row.doc)
}
