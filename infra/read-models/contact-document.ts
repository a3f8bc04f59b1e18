import type { Run } from '../postgres/run.ts'
import { raw, sql } from '../postgres/sql.ts'

/** The stage shown: the one set by hand while it stands, else the one its automatic kind leads to. `c`: the contact. */
export const effectiveStage = `coalesce(
  (select r.stage_id from stage_resolution r where r.account_id = c.account_id and r.key = c.stage_id::text),
  (select r.stage_id from stage_resolution r where r.account_id = c.account_id and r.key = c.auto_kind))`

/** The stored document with the stage, which depends on the funnel and not on the contact. */
export const contactDocument = `left(c.doc, -1) || ',"stage_id":' || coalesce(to_json(${effectiveStage})::text, 'null') || '}'`

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
  const [row] = await run<{ doc: string }>(sql`
    select ${raw(contactDocument)} as doc from contacts c
    where c.id = ${id} and c.account_id = ${accountId}`)
  return row === undefined ? null : JSON.parse(row.doc)
}
