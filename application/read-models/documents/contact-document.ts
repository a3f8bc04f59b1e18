import type { Contact } from '@recado/contract/contact'
import type { AutoKind } from '@recado/domain/funnel/events'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import type { Ids } from '../../ids.ts'

/** The common table expression that the others need: which stage is shown for each stage and each automatic kind. */
export function funnelOf(accountId: string): Statement {
  return sql`funnel as materialized (
    select jsonb_object_agg(r.key, r.stage_id) as shown from stage_resolution r
    where r.account_id = ${accountId})`
}

/** SQL for the id of the shown stage: set by hand while it exists, else of the automatic kind. @param row its alias */
export function shownStageId(row: string): string {
  const shown = (key: string) => `(select shown from funnel) ->> ${row}.${key}`
  return `coalesce(${shown('stage_id::text')}, ${shown('auto_kind')})`
}

/** SQL for the stored document with its stage, which depends on the funnel. @param contact its alias */
export function contactDocument(contact: string): string {
  const stage = shownStageId(contact)
  return `coalesce('{"stage_id":"' || ${stage} || '",', '{"stage_id":null,') || ${contact}.doc`
}

/** The contact as the API shows it; null when the account has none with this id. */
export async function readContact(
  run: Run,
  { account_id, contact_id }: Ids<'account_id' | 'contact_id'>,
): Promise<Contact | null> {
  const [row] = await run<{ doc: string }>(sql`with ${funnelOf(account_id)}
    select ${raw(contactDocument('c'))} as doc from contacts c
    where c.id = ${contact_id} and ${belongsTo(account_id, 'c.account_id')}`)
  return row === undefined ? null : JSON.parse(row.doc)
}

/** The automatic kind of a contact; null when the read models do not show the contact. */
export async function readAutoKind(
  run: Run,
  { account_id, contact_id }: Ids<'account_id' | 'contact_id'>,
): Promise<AutoKind | null> {
  const [row] = await run<{ auto_kind: AutoKind }>(sql`
    select c.auto_kind from contacts c where c.id = ${contact_id} and ${belongsTo(account_id, 'c.account_id')}`)
  return row?.auto_kind ?? null
}
