import { execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { contactState } from '@recado/application/contacts/contact-state'
import { keptErasures } from '@recado/application/contacts/kept-erasures'
import { streamOf } from '@recado/application/ids'
import { contact } from '@recado/domain/contact/contact'
import { eraseMerged } from '@recado/domain/contact/erase-contact'
import { erasure } from '@recado/domain/erasure/erasure'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { destroyKeysOf, type ErasureDeps } from './erase-person.ts'
import { seenIn } from './portions.ts'

/**
 * Erases again whom a restored log or vault has brought back: persons that ERASURES_DIR names and that the log knows as
 * they were, and those whose keys the vault has again.
 * @returns how many of both
 */
export async function repeatErasures(
  deps: ErasureDeps,
  run: Run,
): Promise<{ readonly persons: number; readonly keys: number }> {
  return { persons: await eraseKept(deps), keys: await destroyAgain(deps, run) }
}

async function eraseKept(deps: ErasureDeps): Promise<number> {
  if (deps.config.ERASURES_DIR === null) return 0
  let repeated = 0
  for await (const { account_id, contact_id: id } of keptErasures(deps.config.ERASURES_DIR)) {
    const state = await contactState(deps, id)
    if (state === null || state.erased_at !== null) continue
    const context = systemContext(deps, { part: 'erasure', account_id, chain: id })
    const command = { at: deps.now().toISOString() }
    await execute(deps, { aggregate: contact, id, decide: eraseMerged, command, context })
    repeated += 1
  }
  return repeated
}

async function destroyAgain(deps: ErasureDeps, run: Run): Promise<number> {
  const done = await run<{ id: string }>(
    sql`select id from erasures where erased_at is not null order by erased_at desc`,
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
