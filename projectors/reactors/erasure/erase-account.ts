import {
  noteRemoved,
  noteScanned,
  readProgress,
} from '@recado/application/accounts/erasure-progress'
import { execute } from '@recado/application/commands/execute'
import { systemContext } from '@recado/application/commands/system-context'
import { streamOf } from '@recado/application/ids'
import { intakePosition } from '@recado/application/intake/intake-position'
import { account } from '@recado/domain/account/account'
import { endAccountErasure } from '@recado/domain/erasure/advance-erasure'
import { erasure } from '@recado/domain/erasure/erasure'
import { sleep } from '@recado/infra/concurrency/sleep'
import { type EventStore, keysOf } from '@recado/infra/event-store/event-store'
import { runOn } from '@recado/infra/postgres/run'
import type { Leadership } from '../../runtime/leader-election.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { removeRows } from './account-rows.ts'
import { destroyKeysOf, type ErasureDeps } from './erase-person.ts'
import { freeNames } from './free-names.ts'
import { noteOf, postsIn } from './posts-of-events.ts'

/** An account that is erased already. */
type ErasedAccount = { readonly id: string }

const KEYS_AT_ONCE = 1_000
const INTAKE_MS = 100

/**
 * Removes what is held of an erased account: its rows and files, its secrets, and the keys of all of its facts, which a
 * pass through the log finds. It goes on where it was interrupted, and every step may be repeated.
 * @throws as execute, VaultUnavailable
 */
export async function eraseAccountData(
  deps: ErasureDeps,
  leadership: Leadership,
  { id: account_id }: ErasedAccount,
): Promise<void> {
  const { client, signal } = leadership
  const run = runOn(client)
  const context = systemContext(deps, { part: 'erasure', account_id, chain: account_id })
  await waitForHead(leadership, deps.store)
  await freeNames(deps, run, account_id, context)
  const removed = (rows: number) => noteRemoved(deps.pool, account_id, rows)
  await removeRows({ account_id, run, mediaStore: deps.mediaStore, signal, removed })
  await deps.vault.forgetAll(account_id)
  const lastRaw = await destroyKeysSince(deps, leadership, account_id)
  // What intake had read before its key was gone is in the log once intake has passed it.
  await waitForIntake(deps, signal, lastRaw)
  await destroyKeysSince(deps, leadership, account_id)
  if (signal.aborted) return
  const { facts: keys } = await readProgress(deps.pool, account_id)
  const command = { account_id, keys, destroyed_at: deps.now().toISOString() }
  await execute(deps, {
    ...{ aggregate: erasure, id: account_id, decide: endAccountErasure },
    ...{ command, context },
  })
}

/**
 * Destroys the keys of the account's facts after those that were looked at before.
 * @returns the position of its last raw event; -1 without any
 */
export async function destroyKeysSince(
  deps: ErasureDeps,
  { signal }: Pick<Leadership, 'signal'>,
  account_id: string,
): Promise<bigint> {
  const { scanned } = await readProgress(deps.pool, account_id)
  let lastRaw = -1n
  for await (const found of foundSince(deps, { account_id, scanned, signal })) {
    await destroyKeysOf(deps, [...found.keys, ...(await keysOfPosts(deps.store, found.posts))])
    const noted = { scanned: found.scanned, facts: found.keys.length }
    await noteScanned(deps.pool, account_id, noted)
    if (found.lastRaw > lastRaw) lastRaw = found.lastRaw
  }
  return lastRaw
}

/** What a piece of the log has of an account. */
type Found = {
  /** The position of its last fact. */
  scanned: bigint
  /** The position of the last raw event of the account; -1 without any. */
  lastRaw: bigint
  readonly keys: string[]
  /** Hashes of posts that brought several changes, by the stream that has their bodies. */
  readonly posts: Map<string, Set<string>>
}

type Pass = {
  readonly account_id: string
  readonly scanned: bigint
  readonly signal: AbortSignal
}

/** The log after a position, in pieces; the last one ends with what the log held when the pass began. */
async function* foundSince(
  { store }: Pick<ErasureDeps, 'store'>,
  { account_id, scanned, signal }: Pass,
): AsyncGenerator<Found> {
  const from = scanned < 0n ? 'start' : scanned
  const filter = { streamPrefixes: [] }
  let found = nothingAt(scanned)
  for await (const item of store.subscribe({ from, filter, signal })) {
    if (item.kind === 'caught_up') {
      yield found
      return
    }
    found.scanned = item.position
    if (item.kind !== 'event' || item.metadata.account_id !== account_id) continue
    found.keys.push(...keysOf(item))
    if (item.type === 'ProviderEventReceived') {
      noteOf(found.posts, item.unopened)
      found.lastRaw = item.position
    }
    if (found.keys.length < KEYS_AT_ONCE) continue
    yield found
    found = nothingAt(found.scanned)
  }
}

async function waitForIntake(
  { pool }: Pick<ErasureDeps, 'pool'>,
  signal: AbortSignal,
  position: bigint,
): Promise<void> {
  while (!signal.aborted && (await intakePosition(pool)) < position) await sleep(INTAKE_MS, signal)
}

function nothingAt(scanned: bigint): Found {
  return { scanned, lastRaw: -1n, keys: [], posts: new Map() }
}

async function keysOfPosts(store: EventStore, posts: Found['posts']): Promise<readonly string[]> {
  const keys: string[] = []
  for (const [stream, hashes] of posts)
    for await (const post of postsIn(store, stream, hashes)) keys.push(...post.keys)
  return keys
}

/** Whether the vault has the key of the account's name, as after a restore. */
export async function isAccountReadable(
  { store, vault }: Pick<ErasureDeps, 'store' | 'vault'>,
  id: string,
): Promise<boolean> {
  for await (const fact of store.readStream(streamOf(account, id)))
    for (const key of keysOf(fact)) if ((await vault.factKeys.find(key)) !== null) return true
  return false
}
