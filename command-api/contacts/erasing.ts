import { systemContext } from '@recado/application/commands/system-context'
import { survivorOf } from '@recado/application/contacts/contact-state'
import {
  freeIdentities,
  identitiesOf,
  type NamedBy,
} from '@recado/application/contacts/free-identities'
import { dropErasure, keepErasure } from '@recado/application/contacts/kept-erasures'
import { readErasure } from '@recado/application/contacts/read-erasure'
import type { Ids } from '@recado/application/ids'
import { Erasure } from '@recado/contract/erasure'
import { erasure as exampleErasure } from '@recado/contract/example-values'
import { type Contact, contact } from '@recado/domain/contact/contact'
import { eraseContact } from '@recado/domain/contact/erase-contact'
import { notFound, unavailable } from '@recado/infra/http/http-problem'
import { earlierOf, postgresTime } from '@recado/infra/postgres/clocks'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { z } from 'zod'
import type { CommandDeps } from '../deps.ts'

/** The person that is erased: the contact into which the named one was merged, if it was, and what names it. */
type Survivor = {
  readonly account_id: string
  readonly survivor: string
  readonly identities: readonly NamedBy[]
  readonly requested_at: string
}

type Begun = Survivor & { readonly state: Contact }

/** What every route does that erases a person, whoever calls it. */
export const ERASING = {
  aggregate: contact,
  command: ({ requested_at }: Survivor) => ({ at: requested_at }),
  decide: eraseContact,
  refusals: {
    contact_not_found: notFound,
    contact_merged: () =>
      unavailable('the contact has just been merged into another one; send the call again'),
  },
  onRefused: ({ survivor }: Survivor, { config }: CommandDeps) => takeBack(config, survivor),
  reply: { 202: z.object({ data: Erasure }) },
  replyExamples: { 202: { value: { data: exampleErasure } } },
}

/** What was refused must not be done after the next restore. */
async function takeBack({ ERASURES_DIR: folder }: CommandDeps['config'], id: string) {
  if (folder !== null) await dropErasure(folder, id)
}

/**
 * The answer: how far the erasure is by now. What names the person is free from here on: whatever is said after the
 * answer is a new contact's, however long the erasure itself has to wait.
 */
export async function begunErasure(
  { survivor, account_id, identities, state, requested_at: at }: Begun,
  deps: CommandDeps,
): Promise<{ data: Erasure }> {
  const context = systemContext(deps, { part: 'erasure', account_id, chain: survivor })
  await freeIdentities(deps, { account_id, identities }, context)
  const { pool } = deps
  const known = await readErasure(runOn(pool), survivor)
  const requested_at = state?.erased_at ?? at
  const nothing = { status: 'running' as const, erased_at: null, found: {} }
  const unknown = { left_at_provider: null, recipients: [] }
  return { data: known ?? { contact_id: survivor, requested_at, ...nothing, ...unknown } }
}

/** Finds whom an erasure concerns, and keeps it where no backup reaches before the log knows of it. */
export async function prepareErasure(
  deps: CommandDeps,
  { account_id, contact_id }: Ids<'account_id' | 'contact_id'>,
): Promise<Survivor> {
  const person = await survivorOf(deps, contact_id)
  const survivor = person?.contact_id ?? contact_id
  const { ERASURES_DIR: folder } = deps.config
  // Asked for again, it stays the erasure of then: what was said since is a new contact's.
  const requested_at = person?.erased_at ?? (await timeOfErasure(deps))
  const merged = folder === null || !person?.merged_contacts ? [] : await mergedInto(deps, survivor)
  const kept = { account_id, contact_id: survivor, requested_at }
  if (folder !== null) await keepErasure(folder, merged.length === 0 ? kept : { ...kept, merged })
  const identities = person === null ? [] : await identitiesOf(deps, person)
  return { account_id, survivor, identities, requested_at }
}

/**
 * By a clock that is ahead, what the person says from now on would count as said before, and be lost. The other clock is
 * that of the read models, because an erasure can be asked for while the vault is away.
 */
async function timeOfErasure({ now, pool }: CommandDeps): Promise<string> {
  return earlierOf(now(), await postgresTime(runOn(pool))).toISOString()
}

/** The contacts that were merged into a person's, as far as the read models show them. */
async function mergedInto({ pool }: CommandDeps, survivor: string): Promise<readonly string[]> {
  const rows = await runOn(pool)<{ id: string }>(
    sql`select id from contacts where survivor_id = ${survivor} and id <> ${survivor} order by id`,
  )
  return rows.map(({ id }) => id)
}
