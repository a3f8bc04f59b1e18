import type { MediaStore } from '@recado/infra/media-store/media-store'
import type { Run } from '@recado/infra/postgres/run'
import { LRUCache } from 'lru-cache'
import { keyInUse } from './stored-copies.ts'

/** References of the keys that seal new copies, one for each account. */
export type AccountKeys = { of(accountId: string): Promise<string> }

const MAX_REMEMBERED = 10_000

/** An account keeps the key that its last copies have; a new one is made with its first copy, or when it is lost. */
export function accountKeys(run: Run, mediaStore: Pick<MediaStore, 'keyFor'>): AccountKeys {
  const known = new LRUCache<string, Promise<string>>({ max: MAX_REMEMBERED })
  const find = async (accountId: string) =>
    mediaStore.keyFor(accountId, await keyInUse(run, accountId))
  return {
    of(accountId) {
      const key = known.get(accountId) ?? find(accountId)
      known.set(accountId, key)
      key.catch(() => known.delete(accountId))
      return key
    },
  }
}
