import { forgetProgress } from '@recado/application/accounts/erasure-progress'
import { streamOf } from '@recado/application/ids'
import { erasure } from '@recado/domain/erasure/erasure'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { isOfKept } from '@recado/infra/sealing/key-batch'
import type { Leadership } from '../../runtime/leader-election.ts'
import { destroyKeysSince, isAccountReadable } from './erase-account.ts'
import { destroyKeysOf, type ErasureDeps } from './erase-person.ts'
import { eraseUserData, isUserReadable } from './erase-user.ts'
import { seenIn } from './portions.ts'

/** Erasures whose facts are read at once; the vault is asked about all of them in one statement. */
const AT_ONCE = 32

/** Destroys again the keys that a restored vault has brought back. @returns of how many erasures */
export async function repeatErasures(
  deps: ErasureDeps,
  run: Run,
  leadership: Leadership,
): Promise<number> {
  return (
    (await destroyAgain(deps, run)) +
    (await eraseUsersAgain(deps, run, leadership)) +
    (await eraseAccountsAgain(deps, run, leadership))
  )
}

async function destroyAgain(deps: ErasureDeps, run: Run): Promise<number> {
  const done = await run<{ id: string }>(
    sql`select id from erasures where kind = 'contact' and erased_at is not null order by erased_at desc`,
  )
  let repeated = 0
  for (let n = 0; n < done.length; n += AT_ONCE)
    repeated += await destroyOf(deps, done.slice(n, n + AT_ONCE))
  return repeated
}

async function destroyOf(
  deps: ErasureDeps,
  done: readonly { readonly id: string }[],
): Promise<number> {
  const named = await Promise.all(
    done.map(async ({ id }) => [...(await seenIn(deps.store, streamOf(erasure, id))).keys]),
  )
  // The last one is destroyed last: who has it may have any of them.
  const left = await deps.vault.factKeys.left(named.flatMap(lastOf))
  const back = named.filter((keys) => lastOf(keys).some((key) => left.has(key)))
  for (const keys of back) await destroyKeysOf(deps, keys)
  return back.length
}

/** The last of all, and the last that only an erasure destroys: one of what was said may have gone because of its age. */
function lastOf(keys: readonly string[]): readonly string[] {
  return [...keys.slice(-1), ...keys.filter(isOfKept).slice(-1)]
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
