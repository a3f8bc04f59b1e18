import { createHmac } from 'node:crypto'
import { DAY_MS } from '@recado/domain/durations'
import { LRUCache } from 'lru-cache'
import {
  batchOf,
  isSaidBefore,
  type KeyBatch,
  keyIn,
  type NamedKey,
  newBatch,
  type Part,
  saidAt,
  saidBefore,
} from './key-batch.ts'
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
  /** Removes the batches with these names, and remembers that they are gone. */
  expire(names: { readonly first: string; readonly end: string }): Promise<void>
  /** The end of the names that were removed; null when none were. */
  expiredTo(): Promise<string | null>
  /** What the vault's clock says, Unix time, ms. */
  now(): Promise<number>
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
  take(subject: string | null, part: Part): NamedKey | Promise<NamedKey>
  /** The key of this name; null when it was destroyed. @throws KeyMissing, VaultUnavailable */
  find(kid: string): Buffer | null | Promise<Buffer | null>
  /** Whether a key that `find` has not found was destroyed because of its age. */
  isExpired(kid: string): boolean
  /** Those of the keys that are not destroyed, by the vault of now, in one statement. @throws KeyMissing, VaultUnavailable */
  left(kids: readonly string[]): Promise<ReadonlySet<string>>
  /** After a `take`. */
  readonly pseudonym: Pseudonym
  /** Destroys keys for good. Other processes may have them cached for a minute. @throws VaultUnavailable */
  destroy(kids: readonly string[]): Promise<void>
  /**
   * Destroys the keys of what was said before a time, for good. The newest stay: a key may have sealed for more than a day,
   * and streams of journals are deleted two days after.
   * @param now our clock
   * @throws NotOver when the time is not a day ago by our clock and the vault's, VaultUnavailable
   */
  expire(before: Date, now: Date): Promise<void>
}

/** What is to be destroyed is too new, by one clock at least. */
export class NotOver extends Error {
  constructor(before: Date) {
    super(`${before.toISOString()} is not a day ago by our clock and that of the vault`)
    this.name = 'NotOver'
  }
}

export type Sharing = 'shared' | 'own'

const MAX_SUBJECTS = 50_000
const MAX_BATCHES = 4_000
/** A person's name is in each of its facts. */
const MAX_PSEUDONYMS = 10_000
/** How long a destroyed key may be used by a process that has it. */
const CACHED_MS = 60_000
/** How long a process remembers whose key it used. */
const SUBJECT_MS = 60 * CACHED_MS
/** How long after a key of what was said was made it may be given out. With SUBJECT_MS, it seals for less than two days. */
const GIVEN_MS = DAY_MS
/** Before a time: by then a key has sealed nothing that the log is still to show (`deletableDay`). */
const SPARED_MS = 3 * DAY_MS

/** @param sharing `own` gives each fact a key of its own, whatever its subject */
export function factKeys(store: KeyStore, sharing: Sharing): FactKeys {
  const subjects = new LRUCache<string, NamedKey>({ max: MAX_SUBJECTS, ttl: SUBJECT_MS })
  const batches = new LRUCache<string, Buffer>({ max: MAX_BATCHES, ttl: CACHED_MS })
  const pseudonyms = new LRUCache<string, Buffer>({ max: MAX_PSEUDONYMS, ttl: CACHED_MS * 60 })
  let secret: Buffer | undefined
  let expiredTo = ''
  const clock = laterClock(store)
  const making = (part: Part) => async (amount: number) => {
    secret ??= await store.pseudonymSecret()
    const at = await clock.ask()
    const made = Array.from({ length: amount }, () => newBatch(part, at))
    await store.add(made)
    for (const { batch, keys } of made) batches.set(batch, keys)
    return made
  }
  const isYoung = ({ kid }: NamedKey) => clock.now() - saidAt(batchOf(kid)) < GIVEN_MS
  const stocks = {
    kept: stockOf({ make: making('kept') }),
    said: stockOf({ make: making('said'), isFresh: isYoung }),
  }
  const takeNew = (part: Part) => {
    const key = stocks[part].take()
    // Who seals one part will seal the other, perhaps when the vault is away.
    stocks[OTHER[part]].fill()
    return key
  }
  const assign = (subject: string | null, key: NamedKey) => {
    if (subject !== null && sharing === 'shared') subjects.set(subject, key)
    return key
  }
  const load = async (kid: string, batch: string): Promise<Buffer | null> => {
    for (const found of await store.read(batch)) batches.set(found.batch, found.keys)
    if (!batches.has(batch)) expiredTo = (await store.expiredTo()) ?? ''
    return isGone(batch) ? null : keyIn(batches.get(batch), kid)
  }
  const isGone = (batch: string) => isSaidBefore(batch, expiredTo)
  return {
    take(of, part) {
      const subject = of && `${part} ${of}`
      const known = subject === null ? undefined : subjects.get(subject)
      // What is remembered is not remembered for longer by its use: whoever writes all day would keep one key for ever.
      if (known !== undefined && (part === 'kept' || isYoung(known))) return known
      const taken = takeNew(part)
      return taken instanceof Promise
        ? taken.then((key) => assign(subject, key))
        : assign(subject, taken)
    },
    isExpired: (kid) => isGone(batchOf(kid)),
    find(kid) {
      const batch = batchOf(kid)
      if (isGone(batch)) return null
      const cached = batches.get(batch)
      return cached === undefined ? load(kid, batch) : keyIn(cached, kid)
    },
    async left(kids) {
      if (kids.length === 0) return new Set()
      const found = await store.readThese([...new Set(kids.map(batchOf))])
      const keys = new Map(found.map((one) => [one.batch, one.keys]))
      if (kids.some((kid) => !keys.has(batchOf(kid)))) expiredTo = (await store.expiredTo()) ?? ''
      const isLeft = (kid: string) =>
        !isGone(batchOf(kid)) && keyIn(keys.get(batchOf(kid)), kid) !== null
      return new Set(kids.filter(isLeft))
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
    async expire(before, now) {
      const earlier = Math.min(now.getTime(), await store.now())
      if (before.getTime() > earlier - DAY_MS) throw new NotOver(before)
      await store.expire(saidBefore(new Date(before.getTime() - SPARED_MS)))
      expiredTo = (await store.expiredTo()) ?? ''
    },
  }
}

const OTHER = { kept: 'said', said: 'kept' } as const satisfies Record<Part, Part>

/**
 * The time that keys are named after: the later one of our clock and the vault's, and counted on by whichever way more time
 * has passed. A key may be kept for too long by a wrong clock; it must not be named after a day that is over.
 */
function laterClock(vault: Pick<KeyStore, 'now'>) {
  let known = { at: 0, ours: 0, running: 0 }
  return {
    async ask() {
      const at = await vault.now()
      known = { at: Math.max(at, Date.now()), ours: Date.now(), running: performance.now() }
      return known.at
    },
    now: () => known.at + Math.max(Date.now() - known.ours, performance.now() - known.running),
  }
}
