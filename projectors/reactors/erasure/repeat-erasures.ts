import { forgetProgress } from '@recado/application/accounts/erasure-progress'
import { execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { contactState } from '@recado/application/contacts/contact-state'
import { type KeptErasure, keptErasures } from '@recado/application/contacts/kept-erasures'
import { streamOf } from '@recado/application/ids'
import { account } from '@recado/domain/account/account'
import { eraseAccount } from '@recado/domain/account/erase-account'
import { contact } from '@recado/domain/contact/contact'
import { eraseMerged } from '@recado/domain/contact/erase-contact'
import { erasure } from '@recado/domain/erasure/erasure'
import { eraseKnownUser } from '@recado/domain/user/erase-user'
import { user } from '@recado/domain/user/user'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { Leadership } from '../../runtime/leader-election.ts'
import { destroyKeysSince, isAccountReadable } from './erase-account.ts'
import { destroyKeysOf, type ErasureDeps } from './erase-person.ts'
import { eraseUserData, isUserReadable } from './erase-user.ts'
import { seenIn } from './portions.ts'

/**
 * Erases again whom a restored log or vault has brought back: persons that ERASURES_DIR names and that the log knows as
 * they were, and those whose keys the vault has again.
 * @returns how many of both
 */
export async function repeatErasures(
  deps: ErasureDeps,
  run: Run,
  leadership: Leadership,
): Promise<{ readonly persons: number; readonly keys: number }> {
  const persons = await eraseKept(deps)
  const keys =
    (await destroyAgain(deps, run)) +
    (await eraseUsersAgain(deps, run, leadership)) +
    (await eraseAccountsAgain(deps, run, leadership))
  return { persons, keys }
}

async function eraseKept(deps: ErasureDeps): Promise<number> {
  if (deps.config.ERASURES_DIR === null) return 0
  let repeated = 0
  for await (const kept of keptErasures(deps.config.ERASURES_DIR))
    if (await eraseAgain(deps, kept)) repeated += 1
  return repeated
}

/** @returns whether the log had not known that it is erased */
async function eraseAgain(deps: ErasureDeps, kept: KeptErasure): Promise<boolean> {
  const { account_id } = kept
  const at = deps.now().toISOString()
  if ('user_id' in kept) {
    const context = systemContext(deps, { part: 'erasure', account_id, chain: kept.user_id })
    const command = { account_id, user_id: kept.user_id, at }
    const execution = { aggregate: user, id: account_id, decide: eraseKnownUser, command, context }
    const outcome = await execute(deps, execution)
    return outcome.refused === undefined && outcome.events.length > 0
  }
  if (!('contact_id' in kept)) return eraseAccountAgain(deps, account_id, at)
  const id = kept.contact_id
  const state = await contactState(deps, id)
  if (state === null || state.erased_at !== null) return false
  const context = systemContext(deps, { part: 'erasure', account_id, chain: id })
  // Of then and not of now: what the person has said since is a new contact's.
  const command = { at: kept.requested_at }
  await execute(deps, { aggregate: contact, id, decide: eraseMerged, command, context })
  return true
}

async function eraseAccountAgain(
  deps: ErasureDeps,
  account_id: string,
  at: string,
): Promise<boolean> {
  const context = systemContext(deps, { part: 'erasure', account_id, chain: account_id })
  const command = { account_id, at }
  const execution = { aggregate: account, id: account_id, decide: eraseAccount, command, context }
  const outcome = await execute(deps, execution)
  return outcome.refused === undefined && outcome.events.length > 0
}

async function destroyAgain(deps: ErasureDeps, run: Run): Promise<number> {
  const done = await run<{ id: string }>(
    sql`select id from erasures where kind = 'contact' and erased_at is not null order by erased_at desc`,
  )
  let repeated = 0
  for (const { id } of done) {
    const keys = [...(await seenIn(deps.store, streamOf(erasure, id))).keys]
    const last = keys.at(-1)
    if (last === undefined || (await deps.vault.factKeys.find(last)) === null) continue
    await destroyKeysOf(deps, keys)
    repeated += 1
  }
  return repeated
}

async function eraseUsersAgain(
  deps: ErasureDeps,
  run: Run,
  leadership: Leadership,
): Promise<number> {
  const done = await run<{ id: string; account_id: string }>(
    sql`select id, account_id from erasures where kind = 'user' and erased_at is not null`,
  )
  let repeated = 0
  for (const erased of done) {
    if (!(await isUserReadable(deps, erased))) continue
    await eraseUserData(deps, leadership, erased)
    repeated += 1
  }
  return repeated
}

/** A fact that was under way when an account was erased may have come later; a restored vault has its keys again. */
async function eraseAccountsAgain(
  deps: ErasureDeps,
  run: Run,
  leadership: Leadership,
): Promise<number> {
  const done = await run<{ id: string }>(
    sql`select id from erasures where kind = 'account' and erased_at is not null`,
  )
  let repeated = 0
  for (const { id } of done) {
    if (await isAccountReadable(deps, id)) {
      await forgetProgress(deps.pool, id)
      await deps.vault.forgetAll(id)
      repeated += 1
    }
    await destroyKeysSince(deps, leadership, id)
  }
  return repeated
}
