import { type EventStore, keysOf } from '@recado/infra/event-store/event-store'
import type { Vault } from '@recado/infra/vault/vault'

export type DeletingDeps = {
  readonly store: Pick<EventStore, 'deleteStream' | 'readStream'>
  readonly vault: { readonly factKeys: Pick<Vault['factKeys'], 'destroy'> }
}

/** Keys destroyed in one statement. */
const PORTION = 1_000

/**
 * Deletes a stream of raw events or posts, each of which has a key of its own, with these keys: from then on nobody can read
 * them in a backup of the log either. May be repeated. @throws VaultUnavailable, StoreUnavailable
 */
export async function deleteWithKeys(
  { store, vault }: DeletingDeps,
  stream: string,
): Promise<void> {
  let keys: string[] = []
  for await (const fact of store.readStream(stream)) {
    keys.push(...keysOf(fact))
    if (keys.length < PORTION) continue
    await vault.factKeys.destroy(keys)
    keys = []
  }
  if (keys.length > 0) await vault.factKeys.destroy(keys)
  await store.deleteStream(stream)
}
