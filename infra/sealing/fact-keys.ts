import { createHmac } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { batchOf, type KeyBatch, keyIn, type NamedKey } from './key-batch.ts'
import { stockOf } from './key-stock.ts'
import type { Pseudonym } from './stand-in.ts'

/** Where the keys are kept. @throws VaultUnavailable in each */
export type KeyStore = {
  /** Stores new batches. */
  add(batches: readonly KeyBatch[]): Promise<void>
  /** The batch and some that were stored after it, which are likely to be needed next; none when it is unknown. */
  read(batch: string): Promise<readonly KeyBatch[]>
  /** These batches, in one statement. */
  readThese(batches: readonly string[]): Promise<readonly KeyBatch[]>
  /** Overwrites keys with zeros. */
  destroy(kids: readonly string[]): Promise<void>
  /** The secret of the installation that pseudonyms are made with; the same for ever. */
  pseudonymSecret(): Promise<Buffer>
}

/** The keys of the sealed parts of facts. */
export type FactKeys = {
  /**
   * A key to seal with. Facts of one subject mostly share keys; those of different ones never do.
   * @param subject whom the fact concerns; null when nothing else may have its key
   * @throws VaultUnavailable when no key is left and none can be stored
   */
  take(subject: string | null): NamedKey | Promise<NamedKey>
  /** The key of this name; null when it was destroyed. @throws KeyMissing, VaultUnavailable */
  find(kid: string): Buffer | null | Promise<Buffer | null>
  /** Those of the keys that are not destroyed, by the vault of now, in one statement. @throws KeyMissing, VaultUnavailable */
  left(kids: readonly string[]): Promise<ReadonlySet<string>>
  /** After a `take`. */
  readonly pseudonym: Pseudonym
  /** Destroys keys for good. Other processes may have them cached for a minute. @throws VaultUnavailable */
  destroy(kids: readonly string[]): Promise<void>
}

export type Sharing = 'shared' | 'own'

const MAX_SUBJECTS = 50_000
const MAX_BATCHES = 4_000
/** A person's name is in each of its facts. */
const MAX_PSEUDONYMS = 10_000
/** How long a destroyed key may be used by a process that has it. */
const CACHED_MS = 60_000

/** @param sharing `own` gives each fact a key of its own, whatever its subject */
export function factKeys(store: KeyStore, sharing: Sharing): FactKeys {
  const subjects = new LRUCache<string, NamedKey>({ max: MAX_SUBJECTS, ttl: CACHED_MS * 60 })
  const batches = new LRUCache<string, Buffer>({ max: MAX_BATCHES, ttl: CACHED_MS })
  const pseudonyms = new LRUCache<string, Buffer>({ max: MAX_PSEUDONYMS, ttl: CACHED_MS * 60 })
  let secret: Buffer | undefined
  const stock = stockOf(async (made) => {
    secret ??= await store.pseudonymSecret()
    await store.add(made)
    for (const { batch, keys } of made) batches.set(batch, keys)
  })
  const assign = (subject: string | null, key: NamedKey) => {
    if (subject !== null && sharing === 'shared') subjects.set(subject, key)
    return key
  }
  const load = async (kid: string, batch: string): Promise<Buffer | null> => {
    for (const found of await store.read(batch)) batches.set(found.batch, found.keys)
    return keyIn(batches.get(batch), kid)
  }
  return {
    take(subject) {
      const known = subject === null ? undefined : subjects.get(subject)
      const taken = known ?? stock.take()
      return taken instanceof Promise
        ? taken.then((key) => assign(subject, key))
        : assign(subject, taken)
    },
    find(kid) {
      const batch = batchOf(kid)
      const cached = batches.get(batch)
      return cached === undefined ? load(kid, batch) : keyIn(cached, kid)
    },
    async left(kids) {
      if (kids.length === 0) return new Set()
      const found = await store.readThese([...new Set(kids.map(batchOf))])
      const keys = new Map(found.map((one) => [one.batch, one.keys]))
      return new Set(kids.filter((kid) => keyIn(keys.get(batchOf(kid)), kid) !== null))
    },
    pseudonym(value) {
      if (secret === undefined) throw new Error('take a key before you make a pseudonym')
      const known = pseudonyms.get(value)
      if (known !== undefined) return known
      const made = createHmac('sha256', secret).update(value).digest().subarray(0, 16)
      pseudonyms.set(value, made)
      return made
    },
    async destroy(kids) {
      await store.destroy(kids)
      for (const kid of kids) batches.delete(batchOf(kid))
    },
  }
}
