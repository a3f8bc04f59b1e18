import { setTimeout as delay } from 'node:timers/promises'
import { account } from '@recado/domain/account/account'
import { contact } from '@recado/domain/contact/contact'
import { erasure } from '@recado/domain/erasure/erasure'
import type { ErasureEvent, PersonalDataFound } from '@recado/domain/erasure/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { user } from '@recado/domain/user/user'
import type { Config } from '@recado/infra/config'
import { type Actor, type EventStore, keysOf } from '@recado/infra/event-store/event-store'
import { isServerAway } from '@recado/infra/is-server-away'
import type { Logger } from '@recado/infra/logger'
import { isOfKept } from '@recado/infra/sealing/key-batch'
import type { Vault } from '@recado/infra/vault/vault'
import { streamOf } from '../ids.ts'
import { firstKnown, isTheErased } from './is-the-erased.ts'
import {
  erasedId,
  type KeptErasure,
  type KeptFile,
  keptFiles,
  keptNames,
  meantBy,
} from './kept-erasures.ts'

/** Tells whether everybody whom ERASURES_DIR names is erased, which a restore may have undone (ADR 112). */
export type ErasureWatch = {
  /** Whether that is known; from then on it stays so. */
  isOpen(): boolean
  /** Resolves when it is known, or when the signal aborts. */
  opened(signal: AbortSignal): Promise<void>
  close(): Promise<void>
}

export type WatchedErasures = {
  readonly config: Pick<Config, 'ERASURES_DIR' | 'PROJECTORS_ROLE'>
  readonly store: Pick<EventStore, 'readStream' | 'readLast'>
  readonly vault: Pick<Vault, 'factKeys'>
  readonly log: Pick<Logger, 'warn' | 'info'>
}

/** How often the log is asked while somebody is to be erased again, ms. */
const LOOK_MS = 250
/** Of many faults only the first are named. */
const MOST_FAULTS = 5

/** Without ERASURES_DIR nothing is known of earlier erasures, and everything is open at once. */
const OPEN: ErasureWatch = { isOpen: () => true, opened: async () => {}, close: async () => {} }

/** Compares ERASURES_DIR with log and vault until nobody is to be erased again. One watch for each process. */
export function watchErasures(watched: WatchedErasures): ErasureWatch {
  const folder = watched.config.ERASURES_DIR
  if (folder === null) return OPEN
  const ending = new AbortController()
  let isOpen = false
  const looking = untilNobodyIsBack(watched, folder, ending.signal).then(() => {
    isOpen = !ending.signal.aborted
  })
  return {
    isOpen: () => isOpen,
    opened: (signal) => Promise.race([looking, aborted(signal)]),
    close() {
      ending.abort()
      return looking
    },
  }
}

async function untilNobodyIsBack(
  watched: WatchedErasures,
  folder: string,
  signal: AbortSignal,
): Promise<void> {
  const settled = new Set<string>()
  let told: string | null = null
  while (!signal.aborted) {
    const why = await whyClosed(watched, folder, settled).catch((err: unknown) => String(err))
    if (why !== null && why !== told)
      watched.log.warn(`${why}: until that is mended nothing is served, delivered or sent`)
    if (why === null && told !== null) watched.log.info('the erasures of before are repeated')
    if (why === null) return
    told = why
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** @param settled files that need no further look; gets more of them @returns null when everybody of the folder is erased */
async function whyClosed(
  watched: WatchedErasures,
  folder: string,
  settled: Set<string>,
): Promise<string | null> {
  const faults: string[] = []
  let back = 0
  const names = (await keptNames(folder)).filter((name) => !settled.has(name))
  for await (const files of keptFiles(folder, names)) {
    for (const file of files) if ('fault' in file) faults.push(file.fault)
    const named = files.filter((file) => 'kept' in file)
    const { returned, unread } = await thoseBack(watched, named)
    back += returned.length
    for (const { name } of unread) faults.push(`whom ${name} names cannot be read in the log`)
    for (const one of named)
      if (!returned.includes(one) && !unread.includes(one)) settled.add(one.name)
  }
  if (back > 0) faults.push(`a restore has brought back ${back} that ERASURES_DIR names as erased`)
  return faults.length === 0 ? null : shortened(faults).join('; ')
}

/** A folder of damaged files is told in one line, too. */
function shortened(faults: readonly string[]): readonly string[] {
  return faults.length <= MOST_FAULTS
    ? faults
    : [...faults.slice(0, MOST_FAULTS), `and ${faults.length - MOST_FAULTS} more`]
}

type Named = Extract<KeptFile, { readonly kept: unknown }>

/**
 * Those whom a restore has brought back: the vault has their keys, or the log does not know of the erasure, or knows it
 * only because the reactor repeats it. An erasure that somebody has asked this log for runs while everything is served.
 */
async function thoseBack(
  watched: WatchedErasures,
  files: readonly Named[],
): Promise<{ readonly returned: readonly Named[]; readonly unread: readonly Named[] }> {
  const known = await Promise.all(files.map(({ kept }) => askLog(watched, kept)))
  const keys = known.flatMap((one) => one?.keys ?? [])
  // A relay may not read keys of people, and opens nothing.
  const mayRead = watched.config.PROJECTORS_ROLE !== 'relay'
  const left = mayRead ? await watched.vault.factKeys.left(keys) : new Set<string>()
  return {
    returned: files.filter(
      (_, n) => known[n]?.isToErase || known[n]?.keys.some((key) => left.has(key)),
    ),
    unread: files.filter((_, n) => known[n] === null),
  }
}

type Known = {
  readonly isToErase: boolean
  /** What the vault must not have: keys that were destroyed first of all. */
  readonly keys: readonly string[]
}

/** Null where facts of whom a file means cannot be read: who that is has to be told, and holds up nobody else's erasure. */
async function askLog(watched: WatchedErasures, kept: KeptErasure): Promise<Known | null> {
  return knownOf(watched, kept).catch((err: unknown) => {
    if (isServerAway(err)) throw err
    return null
  })
}

async function knownOf({ store }: WatchedErasures, kept: KeptErasure): Promise<Known> {
  let isToErase = false
  const keys: string[] = []
  for (const one of meantBy(kept))
    if (await isDone(store, erasedId(one))) keys.push(...(await destroyedKeys(store, one)))
    else isToErase = true
  return { isToErase: isToErase && (await isUndone(store, kept)), keys }
}

const ENDS: readonly string[] = [
  'PersonErased',
  'UserKeysDestroyed',
  'AccountKeysDestroyed',
] satisfies ErasureEvent['type'][]

async function isDone(store: WatchedErasures['store'], id: string): Promise<boolean> {
  const stream = streamOf(erasure, id)
  const last = await store.readLast(stream)
  if (last === null || ENDS.includes(last.type)) return last !== null
  for await (const { type } of store.readStream(stream)) if (ENDS.includes(type)) return true
  return false
}

/** Whether the log knows somebody who is to be erased, and nobody but the reactor has asked it for that. */
async function isUndone(store: WatchedErasures['store'], kept: KeptErasure): Promise<boolean> {
  const { askedBy } = await ownFacts(store, kept)
  if (askedBy !== null && askedBy !== 'system') return false
  for (const one of meantBy(kept)) if (await isBack(store, one)) return true
  return false
}

async function isBack(store: WatchedErasures['store'], kept: KeptErasure): Promise<boolean> {
  const { isKnown } = await ownFacts(store, kept)
  if (!isKnown || (await isDone(store, erasedId(kept)))) return false
  if ('contact_id' in kept) {
    const known = await firstKnown(store, kept.contact_id)
    if (known === null || !isTheErased(known, kept.requested_at)) return false
  }
  // The keys of whoever belonged to an erased account went with the account's.
  return !(await isDone(store, kept.account_id))
}

/** Of a person, the first that the erasure named; of others, whose erasures name none, those of their own facts. */
async function destroyedKeys(
  store: WatchedErasures['store'],
  kept: KeptErasure,
): Promise<readonly string[]> {
  if (!('contact_id' in kept)) return [...(await ownFacts(store, kept)).keys]
  for await (const { type, data } of store.readStream(streamOf(erasure, kept.contact_id))) {
    const keys = type === 'PersonalDataFound' ? (data as PersonalDataFound['data']).keys : []
    // Those of what was said may have gone because of their age.
    if (keys.some(isOfKept)) return keys
  }
  return []
}

type OwnFacts = {
  readonly isKnown: boolean
  /** Who asked this log for the erasure; null when nobody did. */
  readonly askedBy: Actor['type'] | null
  readonly keys: ReadonlySet<string>
}

async function ownFacts(store: WatchedErasures['store'], kept: KeptErasure): Promise<OwnFacts> {
  const [stream, asks] = placeOf(kept)
  const keys = new Set<string>()
  let [isKnown, askedBy]: [boolean, Actor['type'] | null] = [false, null]
  for await (const { type, data, metadata } of store.readStream(stream)) {
    if ('user_id' in kept && asRecord(data).user_id !== kept.user_id) continue
    isKnown = true
    for (const key of keysOf({ metadata })) keys.add(key)
    if (type === asks) askedBy ??= metadata.actor.type
  }
  return { isKnown, askedBy, keys }
}

/** The stream of who or what is erased, and the fact that asks for it. */
function placeOf(kept: KeptErasure): readonly [stream: string, asks: string] {
  if ('contact_id' in kept) return [streamOf(contact, kept.contact_id), 'ContactErased']
  if ('user_id' in kept) return [streamOf(user, kept.account_id), 'UserErased']
  return [streamOf(account, kept.account_id), 'AccountErased']
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
