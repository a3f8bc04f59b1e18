import { setTimeout as delay } from 'node:timers/promises'
import { account } from '@recado/domain/account/account'
import { contact } from '@recado/domain/contact/contact'
import { erasure } from '@recado/domain/erasure/erasure'
import type { ErasureEvent } from '@recado/domain/erasure/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { user } from '@recado/domain/user/user'
import type { Config } from '@recado/infra/config'
import type { Actor, EventStore } from '@recado/infra/event-store/event-store'
import type { Logger } from '@recado/infra/logger'
import type { Vault } from '@recado/infra/vault/vault'
import { streamOf } from '../ids.ts'
import { erasedId, type KeptErasure, keptErasures } from './kept-erasures.ts'

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
  readonly store: Pick<EventStore, 'readStream'>
  readonly vault: Pick<Vault, 'factKeys'>
  readonly log: Pick<Logger, 'warn' | 'info'>
}

/** How often the log is asked while somebody is to be erased again, ms. */
const LOOK_MS = 250

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
  let told: string | null = null
  while (!signal.aborted) {
    const why = await whyClosed(watched, folder).catch((err: unknown) => String(err))
    if (why !== null && why !== told)
      watched.log.warn(`${why}: until that is mended nothing is served, delivered or sent`)
    if (why === null && told !== null) watched.log.info('the erasures of before are repeated')
    if (why === null) return
    told = why
    await delay(LOOK_MS, undefined, { signal }).catch(() => undefined)
  }
}

/** @returns null when everybody of the folder is erased */
async function whyClosed(watched: WatchedErasures, folder: string): Promise<string | null> {
  let back = 0
  for await (const kept of keptErasures(folder)) if (await isBack(watched, kept)) back += 1
  return back === 0 ? null : `a restore has brought back ${back} that ERASURES_DIR names as erased`
}

/**
 * Whether a restore has brought back a person, a user or an account: the vault has its keys, or the log does not know of
 * the erasure, or knows it only because the reactor repeats it. An erasure that somebody has asked this log for runs while
 * everything is served.
 */
async function isBack(watched: WatchedErasures, kept: KeptErasure): Promise<boolean> {
  const { isKnown, askedBy, keys } = await ownFacts(watched, kept)
  if (!isKnown) return false
  if (await isDone(watched, erasedId(kept))) return hasKey(watched, keys)
  if (askedBy !== null && askedBy !== 'system') return false
  // The keys of whoever belonged to an erased account went with the account's.
  return !(await isDone(watched, kept.account_id))
}

type OwnFacts = {
  readonly isKnown: boolean
  /** Who asked this log for the erasure; null when nobody did. */
  readonly askedBy: Actor['type'] | null
  /** Under which its own facts are sealed: what the erasure destroys first of all. */
  readonly keys: ReadonlySet<string>
}

async function ownFacts({ store }: WatchedErasures, kept: KeptErasure): Promise<OwnFacts> {
  const [stream, asks] = placeOf(kept)
  const keys = new Set<string>()
  let [isKnown, askedBy]: [boolean, Actor['type'] | null] = [false, null]
  for await (const { type, data, metadata } of store.readStream(stream)) {
    if ('user_id' in kept && asRecord(data).user_id !== kept.user_id) continue
    isKnown = true
    if (metadata.kid !== undefined) keys.add(metadata.kid)
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

const ENDS: readonly string[] = [
  'PersonErased',
  'UserKeysDestroyed',
  'AccountKeysDestroyed',
] satisfies ErasureEvent['type'][]

async function isDone({ store }: WatchedErasures, id: string): Promise<boolean> {
  for await (const { type } of store.readStream(streamOf(erasure, id)))
    if (ENDS.includes(type)) return true
  return false
}

async function hasKey(
  { config, vault }: WatchedErasures,
  keys: ReadonlySet<string>,
): Promise<boolean> {
  // A relay may not read keys of people, and opens nothing.
  if (config.PROJECTORS_ROLE === 'relay') return false
  for (const key of keys) if ((await vault.factKeys.find(key)) !== null) return true
  return false
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve()
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
