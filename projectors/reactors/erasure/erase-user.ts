import { execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { streamOf } from '@recado/application/ids'
import { endUserErasure } from '@recado/domain/erasure/advance-erasure'
import { erasure } from '@recado/domain/erasure/erasure'
import { user } from '@recado/domain/user/user'
import { userSession } from '@recado/domain/user-session/user-session'
import { keysOf, type RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Leadership } from '../../runtime/leader-election.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { destroyKeysOf, type ErasureDeps } from './erase-person.ts'

/** A user of the dashboard, who is erased already. */
export type ErasedUser = { readonly id: string; readonly account_id: string }

/**
 * Destroys the keys of what the log has on a user of the dashboard, and the hashes of the passwords. Which keys those are
 * can be read from the log for ever, so no fact names them. Every step may be repeated.
 * @throws as execute, VaultUnavailable
 */
export async function eraseUserData(
  deps: ErasureDeps,
  leadership: Leadership,
  { id, account_id }: ErasedUser,
): Promise<void> {
  // A sign-in may have been under way: its fact is in the log by the time that the rows show all.
  await waitForHead(leadership, deps.store)
  const keys = new Set<string>()
  for await (const fact of factsOfUser(deps, { id, account_id }, leadership.signal)) {
    for (const key of keysOf(fact)) keys.add(key)
    if ('secret_ref' in fact.data)
      await deps.vault.forget({ account_id, reference: String(fact.data.secret_ref) })
  }
  if (leadership.signal.aborted) return
  await destroyKeysOf(deps, [...keys])
  const context = systemContext(deps, { part: 'erasure', account_id, chain: id })
  const destroyed_at = deps.now().toISOString()
  const command = { user_id: id, account_id, keys: keys.size, destroyed_at }
  await execute(deps, { aggregate: erasure, id, decide: endUserErasure, command, context })
}

/** Whether the vault has the key of a user's name, as after a restore. */
export async function isUserReadable(
  { store, vault }: Pick<ErasureDeps, 'store' | 'vault'>,
  { id, account_id }: ErasedUser,
): Promise<boolean> {
  for await (const fact of store.readStream(streamOf(user, account_id)))
    for (const key of isOf(id, fact) ? keysOf(fact) : [])
      if ((await vault.factKeys.find(key)) !== null) return true
  return false
}

async function* factsOfUser(
  { store }: ErasureDeps,
  { id, account_id }: ErasedUser,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent> {
  for await (const fact of store.readStream(streamOf(user, account_id)))
    if (isOf(id, fact)) yield fact
  const filter = { streamPrefixes: [streamOf(userSession, '')] }
  for await (const item of store.subscribe({ from: 'start', filter, signal })) {
    if (item.kind === 'caught_up') return
    if (item.kind !== 'event' || item.metadata.account_id !== account_id) continue
    if (isOf(id, item.unopened)) yield item.unopened
  }
}

function isOf(id: string, { data }: Pick<RecordedEvent, 'data'>): boolean {
  return 'user_id' in data && data.user_id === id
}
