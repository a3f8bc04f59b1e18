import { idOf } from '@recado/application/ids'
import {
  INSTALLATION_TREE,
  isLeaf,
  journalDayOf,
  leafOf,
  leafPlace,
  treeOf,
} from '@recado/application/seal/leaf'
import { sealKey } from '@recado/application/seal/seal-key'
import { readTrees } from '@recado/application/seal/sealed-tree'
import { SEAL_FIELDS, type SealEvent } from '@recado/domain/seal/events'
import type { Config } from '@recado/infra/config'
import { eventAt } from '@recado/infra/event-store/event-at'
import type {
  DeliveredFact,
  EventStore,
  FromPosition,
  RecordedEvent,
} from '@recado/infra/event-store/event-store'
import { readLogBegun } from '@recado/infra/event-store/log-base'
import { runOn } from '@recado/infra/postgres/run'
import type { Vault } from '@recado/infra/vault/vault'
import { type Batches, inBatches } from '../../engine/batches.ts'
import { withIdleBatches } from '../../engine/with-idle-batches.ts'
import type { Leadership } from '../../runtime/leader-election.ts'
import { type ReactorOptions, runReactor } from '../../runtime/run-reactor.ts'
import { throttleInBackground } from '../../runtime/throttle.ts'
import { waitForHead } from '../../runtime/wait-for-read-models.ts'
import { eachTree } from './each-tree.ts'
import { type GrowingTree, growingTree } from './growing-tree.ts'

export type SealOptions = ReactorOptions & {
  readonly store: EventStore
  readonly vault: Pick<Vault, 'keepFirst'>
  readonly config: Pick<Config, 'SEAL_MINUTES' | 'PUBLIC_URL'>
  readonly now: () => Date
  readonly newId: () => string
  readonly onRecovered?: () => void
}

const MAX_BATCH = 1_000
/** Sealing is less urgent than anything else, and larger batches cost less. */
const REST_MS = 100
/** How often an idle process looks whether a round is due. */
const LOOK_MS = 500
const MINUTE_MS = 60_000

/**
 * Makes every fact a leaf of a tree of hashes, and signs checkpoints of the trees. Its only state is what its own facts
 * say, so that a tree never depends on what this process remembers. Runs until the signal aborts.
 */
export function runSeal(options: SealOptions): Promise<void> {
  return runReactor(options, {
    role: 'seal',
    failure: 'sealing the log failed and starts again',
    work: (leadership) => sealLog(options, leadership),
  })
}

async function sealLog(options: SealOptions, leadership: Leadership): Promise<void> {
  // Until the rows show all facts of former leaders.
  await waitForHead(leadership, options.store)
  const base = (await readLogBegun(options.store))?.log_base ?? 0
  const trees = await openTrees(options, leadership, base)
  const from = await beginning(options.store, trees.through, base)
  for await (const { items } of batchesFrom(options, from, leadership.signal)) {
    for (const item of items) {
      if (item.kind === 'event') trees.take(item)
      if (item.kind === 'caught_up') trees.caughtUp()
    }
    await trees.storeTouched()
    if (trees.isDue()) await trees.signAll()
    if (trees.areWell()) options.onRecovered?.()
  }
}

function batchesFrom({ store, log }: SealOptions, from: FromPosition, signal: AbortSignal) {
  const delivered = store.subscribe({
    ...{ from, signal, filter: { streamPrefixes: [] } },
    onReconnect: (err) => log.warn({ err }, 'sealing lost the event store and reconnects'),
  })
  const batches: Batches<typeof delivered extends AsyncIterable<infer Item> ? Item : never> =
    inBatches(delivered, MAX_BATCH)
  return withIdleBatches(throttleInBackground(batches, REST_MS, signal), () => LOOK_MS)
}

async function openTrees(options: SealOptions, { client, signal }: Leadership, base: number) {
  const { store, vault, config, now, newId } = options
  const run = runOn(client)
  const originBase = config.PUBLIC_URL === null ? 'recado' : new URL(config.PUBLIC_URL).host
  const deps = { store, run, now, newId, originBase, keyOf: keysOf(vault) }
  const known = await readTrees(run)
  const trees = new Map(known.map((tree) => [tree.id, growingTree(deps, tree.id, tree)]))
  const { through = -1, throughAt: since = null } =
    known.find(({ id }) => id === INSTALLATION_TREE)?.state ?? {}
  /** Trees that may have something to store or to sign. */
  const touched = new Set<GrowingTree>()
  const each = eachTree(options.log, now, signal)
  let isCaughtUp = false
  let isHeldBack = false
  let sealedAt = since
  let last = through
  const treeNamed = (id: string): GrowingTree => {
    const found = trees.get(id) ?? growingTree(deps, id, null)
    trees.set(id, found)
    touched.add(found)
    return found
  }
  const take = (fact: DeliveredFact) => {
    const { stream, metadata } = fact
    last = leafPlace(fact, base)
    if (stream.startsWith('seal-') && Object.hasOwn(SEAL_FIELDS, fact.type))
      treeNamed(idOf(stream)).heard(fact.unopened as RecordedEvent<SealEvent>)
    if (!isLeaf(stream)) return
    sealedAt ??= metadata.recorded_at
    const hash = leafOf(fact, fact.stored)
    treeNamed(treeOf(metadata.account_id ?? null)).add({
      ...{ hash, logId: last, day: journalDayOf(stream) },
    })
  }
  return {
    through,
    take,
    /** A checkpoint that was asked for before the start is to cover all that came before the request. */
    caughtUp() {
      isCaughtUp = true
      for (const tree of trees.values()) if (tree.wantsCheckpoint()) touched.add(tree)
    },
    async storeTouched() {
      const retried = each.toRetry()
      const due = [...touched].filter((tree) => !each.failing().has(tree))
      touched.clear()
      await each.act([...due, ...retried], async (tree) => {
        await tree.storeTiles()
        const wants = tree.wantsCheckpoint() || each.failing().has(tree)
        if (isCaughtUp && wants) await tree.sign()
      })
    },
    areWell: () => each.failing().size === 0,
    /**
     * A time that is to come was written by a clock that was ahead. Not before all facts are known, because a checkpoint
     * that was asked for covers all that came before.
     */
    isDue: () =>
      isCaughtUp &&
      sealedAt !== null &&
      Math.abs(now().getTime() - Date.parse(sealedAt)) >= config.SEAL_MINUTES * MINUTE_MS,
    async signAll() {
      const installation = treeNamed(INSTALLATION_TREE)
      let isNew = isHeldBack || installation.unstoredFrom() !== null
      const others = [...trees.values()].filter((tree) => tree !== installation)
      await each.act(others, async (tree) => {
        if (await tree.sign()) isNew = true
      })
      const unstored = [...each.failing().keys()].map((tree) => tree.unstoredFrom() ?? Infinity)
      // The next process begins behind it.
      const through = Math.min(last, ...unstored.map((logId) => logId - 1))
      isHeldBack = through < last
      await each.act([installation], async (tree) => {
        await tree.sign(isNew ? through : undefined)
      })
      sealedAt = now().toISOString()
    },
  }
}

function keysOf(vault: SealOptions['vault']): (number: number) => Promise<Buffer> {
  const known = new Map<number, Promise<Buffer>>()
  return (number) => {
    const key = known.get(number) ?? sealKey(vault, number)
    known.set(number, key)
    key.catch(() => known.delete(number))
    return key
  }
}

/** The position behind which facts may not be leaves yet; the start of a log that was copied since. */
async function beginning(store: EventStore, through: number, base: number): Promise<FromPosition> {
  if (through < base) return 'start'
  const position = BigInt(through - base)
  return (await eventAt(store, position)) === null ? 'start' : position
}
