import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { streamOf } from '@recado/application/ids'
import { accountOfTree } from '@recado/application/seal/leaf'
import { withLogSealed } from '@recado/application/seal/running-hash'
import { type SealedTree, tileReader } from '@recado/application/seal/sealed-tree'
import { type Decide, isRefusal } from '@recado/domain/decision'
import type { SealEvent } from '@recado/domain/seal/events'
import { beginSeal, noteSealed, sealLeaves, signCheckpoint } from '@recado/domain/seal/grow-seal'
import { type Seal, seal } from '@recado/domain/seal/seal'
import { RevisionConflict } from '@recado/infra/event-store/errors'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Run } from '@recado/infra/postgres/run'
import { checkpointText } from '@recado/infra/tlog/checkpoint'
import { type Edge, rootOfEdge, withLeaf } from '@recado/infra/tlog/edge'
import { keyPair, keyText, type NoteKey, noteKey, signNote } from '@recado/infra/tlog/signed-note'
import { tiledTree } from '@recado/infra/tlog/tiles'
import { fullTiles, leavesInTiles, type NewLeaf } from './new-leaves.ts'

export type TreeDeps = {
  readonly store: Pick<EventStore, 'append' | 'readStream'>
  readonly run: Run
  /** The seed of a key by its number. */
  readonly keyOf: (number: number) => Promise<Buffer>
  /** What begins the origins of new trees. */
  readonly originBase: string
  readonly now: () => Date
  readonly newId: () => string
}

/** A tree whose leaves this process adds. */
export type GrowingTree = {
  readonly id: string
  /** Adds a leaf, unless the tree has it. */
  add(leaf: NewLeaf): void
  /** Hears of each fact of the tree's stream, in order. @throws when another process adds leaves too */
  heard(event: RecordedEvent<SealEvent>): void
  wantsCheckpoint(): boolean
  /** Log id of the first leaf that is not stored yet; null when all are. */
  unstoredFrom(): number | null
  /** Stores the leaves of finished tiles. */
  storeTiles(): Promise<void>
  /**
   * Stores all leaves and signs a checkpoint over them.
   * @param through up to where all facts of the log are leaves, for the tree that notes it
   * @returns whether anything was new
   */
  sign(through?: number): Promise<boolean>
}

/** Another process adds leaves to the tree: what this one knows of it is not so. */
export class LeavesByAnother extends Error {
  constructor(stream: string) {
    super(`another process adds leaves to ${stream}`)
    this.name = 'LeavesByAnother'
  }
}

/** A tree that could not be stored for long has left out leaves, which are read from the log again. */
export class LeavesLeftOut extends Error {
  constructor(stream: string) {
    super(`${stream} can be sealed again, and leaves that did not wait in memory are read anew`)
    this.name = 'LeavesLeftOut'
  }
}

/** More than a tree that can be stored ever has: what is left of a tile, and a batch. Of a tree that cannot, more are left out. */
export const MAX_WAITING = 4_096

const FIRST_KEY = 1
const MAX_TRIES = 5

export function growingTree(deps: TreeDeps, id: string, known: SealedTree | null): GrowingTree {
  const { store, now } = deps
  const stream = streamOf(seal, id)
  const origin = known?.origin || `${deps.originBase}/log/${id}`
  let state = known?.state ?? seal.initialState
  let revision = BigInt(known?.revision ?? -1)
  let edge: Edge | null = null
  let waiting: NewLeaf[] = []
  let lastLogId = state.lastLogId
  let hasLeftOut = false
  const named = new Set(known?.public_keys)

  const heard = (event: RecordedEvent<SealEvent>) => {
    if (event.revision <= revision) return
    if (event.type === 'LeavesSealed') throw new LeavesByAnother(stream)
    state = seal.evolve(state, event)
    if ('public_key' in event.data) named.add(event.data.public_key)
    revision = event.revision
  }
  const append = async (facts: readonly SealEvent[]): Promise<void> => {
    const context = systemContext(deps, { part: 'seal', account_id: accountOfTree(id) })
    const events = newEvents(facts, context)
    const appended = await store.append(stream, revision < 0n ? 'no_stream' : revision, events)
    revision = appended.revision
    state = facts.reduce(seal.evolve, state)
    for (const { data } of facts) if ('public_key' in data) named.add(data.public_key)
  }
  /** Appends what `decide` says, again on what others have appended meanwhile. */
  const decided = async (decide: () => Promise<readonly SealEvent[]>): Promise<boolean> => {
    for (let tries = 1; ; tries++) {
      try {
        const facts = await decide()
        if (facts.length > 0) await append(facts)
        return facts.length > 0
      } catch (error) {
        if (!(error instanceof RevisionConflict) || tries === MAX_TRIES) throw error
        for await (const event of store.readStream(stream, revision + 1n))
          heard(event as RecordedEvent<SealEvent>)
      }
    }
  }
  /** The facts that store the first so many waiting leaves. */
  const storing = async (count: number): Promise<SealEvent[]> => {
    const number = state.key ?? FIRST_KEY
    const public_key = publicKeyOf(origin, await deps.keyOf(number))
    const at = now().toISOString()
    const facts: SealEvent[] = take(
      beginSeal,
      { origin, public_key, key: number, begun_at: at },
      state,
    )
    let next = facts.reduce(seal.evolve, state)
    for (const data of leavesInTiles(state, waiting.slice(0, count), at)) {
      const sealed = take(sealLeaves, data, next)
      facts.push(...sealed)
      next = sealed.reduce(seal.evolve, next)
    }
    return facts
  }
  const noted = (through: number, after: Seal): SealEvent[] => {
    const said = { through, sealed_at: now().toISOString() }
    const running_hash = withLogSealed(after.runningHash, said)
    return take(noteSealed, { ...said, running_hash }, after)
  }
  const grown = async (count: number): Promise<Edge> => {
    edge ??= await tiledTree(state.size, tileReader(deps.run, id)).edge()
    return waiting.slice(0, count).reduce((all, { hash }) => withLeaf(all, hash), edge)
  }
  const signed = async (after: Seal, root: Buffer): Promise<readonly SealEvent[]> => {
    const numbers = [after.key, after.keyBefore].filter((number) => number !== null)
    const all = await Promise.all(numbers.map(deps.keyOf))
    const seeds = all.filter((seed) => named.size === 0 || named.has(publicKeyOf(origin, seed)))
    // Nobody could verify what it signs: it is another vault's, or was made anew.
    if (all[0] === undefined || seeds[0] !== all[0]) throw new Error(otherKey(stream))
    const newKey = after.keyBefore === null ? null : keyOfSeed(origin, all[0])
    const { size, runningHash } = after
    const text = checkpointText({ origin, size, root }, { newKey, runningHash })
    const checkpoint = signNote(text, origin, ...seeds)
    const of = { size, root: root.toString('base64'), checkpoint }
    return take(signCheckpoint, { ...of, signed_at: now().toISOString() }, after)
  }
  const storeFirst = async (count: number): Promise<void> => {
    const grownTo = await grown(count)
    await decided(() => storing(count))
    stored(count, grownTo)
    if (hasLeftOut) throw new LeavesLeftOut(stream)
  }
  const stored = (count: number, grownTo: Edge) => {
    waiting = waiting.slice(count)
    edge = grownTo
  }
  return {
    id,
    heard,
    unstoredFrom: () => waiting[0]?.logId ?? null,
    add(leaf) {
      if (leaf.logId <= lastLogId) return
      if (waiting.length < MAX_WAITING) waiting.push(leaf)
      else hasLeftOut = true
      lastLogId = leaf.logId
    },
    wantsCheckpoint: () => state.isRequested,
    async storeTiles() {
      const count = fullTiles(state.size, waiting.length)
      if (count > 0) await storeFirst(count)
    },
    async sign(through = state.through) {
      // A checkpoint that was asked for covers all that came before.
      if (hasLeftOut) await storeFirst(waiting.length)
      const count = waiting.length
      const isSigned = state.size === 0 || (state.signed === state.size && state.isHashSigned)
      if (count === 0 && isSigned && !state.isRequested && through === state.through) return false
      const grownTo = await grown(count)
      const isNew = await decided(async () => {
        const facts = await storing(count)
        facts.push(...noted(through, facts.reduce(seal.evolve, state)))
        return [...facts, ...(await signed(facts.reduce(seal.evolve, state), rootOfEdge(grownTo)))]
      })
      stored(count, grownTo)
      return isNew
    },
  }
}

function publicKeyOf(origin: string, seed: Buffer): string {
  return keyText(keyOfSeed(origin, seed))
}

function keyOfSeed(origin: string, seed: Buffer): NoteKey {
  return noteKey(origin, keyPair(seed).publicKey)
}

function otherKey(stream: string): string {
  return `the vault has another signing key than ${stream} names: restore a backup of the vault, or sign with a new key (npm run checkpoint -- --new-key)`
}

/** What a decision that refuses nothing adds. */
function take<Command, Event extends SealEvent>(
  decide: Decide<Command, Seal, Event>,
  command: Command,
  state: Seal,
): Event[] {
  const facts = decide(command, state)
  return isRefusal(facts) ? [] : [...facts]
}
