import { randomUUID } from 'node:crypto'
import { EventEmitter, on, once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { isLeaf, treeOf } from '@recado/application/seal/leaf'
import { readTrees } from '@recado/application/seal/sealed-tree'
import type { DeliveredFact, EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import { runOn } from '@recado/infra/postgres/run'
import { TILE_WIDTH } from '@recado/infra/tlog/tiles'
import type { Vault } from '@recado/infra/vault/vault'
import { runSeal } from '@recado/projectors/reactors/seal/run-seal'
import type { GroupRun } from '../measuring/group.ts'
import type { Stack } from './stack.ts'

/** The part of the product that makes leaves, in this process, over a log that it is handed. */
export type FedSeal = {
  /** Makes ready to hand it facts, behind those before. @returns what does so, and ends when their tiles are shown */
  ready(facts: readonly DeliveredFact[]): () => Promise<void>
}

const LOOK_MS = 100

/** @param stack with its own log and read models, which hold the trees alone */
export async function openFedSeal(run: Progressing, stack: Stack): Promise<FedSeal> {
  await stack.projector('projector of trees')
  const pool = openPool(stack.settings.DATABASE_URL, { max: 1, searchPath: READ_SCHEMA })
  run.lab.after(() => pool.end())
  const source = new EventEmitter()
  const followed = once(source, FOLLOWED)
  startSealing(run, stack, source)
  await followed
  const leaves = new Map<string, number>()
  return {
    ready(facts) {
      for (const fact of facts) count(leaves, fact)
      const tiled = inTiles(leaves)
      return async () => {
        source.emit(FACTS, facts)
        while ((await leavesOf(pool)) < tiled) await delay(LOOK_MS)
      }
    },
  }
}

type Progressing = Pick<GroupRun, 'lab' | 'progress'>

const [FACTS, FOLLOWED] = ['facts', 'followed'] as const

function startSealing({ lab, progress }: Progressing, { settings }: Stack, source: EventEmitter) {
  const { store } = connectEventStore(settings.EVENTSTORE_URL)
  const ending = new AbortController()
  const done = runSeal({
    ...{ databaseUrl: settings.DATABASE_URL, schema: READ_SCHEMA, signal: ending.signal },
    ...{ store: { ...store, subscribe: fedBy(source) }, vault: secretsInMemory() },
    // Far longer than a run: no checkpoint is due.
    ...{ config: { SEAL_MINUTES: 1_440, PUBLIC_URL: null }, now: () => new Date() },
    log: { warn: (_, said) => progress(said), error: (_, said) => progress(said) },
    newId: randomUUID,
  })
  for (const end of [() => store.close(), () => done]) lab.after(end)
  lab.after(async () => ending.abort())
}

function secretsInMemory(): Pick<Vault, 'keepFirst'> {
  const kept = new Map<string, string>()
  return {
    async keepFirst({ reference }, secret) {
      const first = kept.get(reference) ?? secret
      kept.set(reference, first)
      return first
    },
  }
}

function fedBy(source: EventEmitter): EventStore['subscribe'] {
  return async function* ({ signal }) {
    const fed = on(source, FACTS, { signal })
    source.emit(FOLLOWED)
    for await (const [facts] of fed) yield* facts as readonly DeliveredFact[]
  }
}

function count(leaves: Map<string, number>, { stream, metadata }: DeliveredFact): void {
  if (!isLeaf(stream)) return
  const tree = treeOf(metadata.account_id)
  leaves.set(tree, (leaves.get(tree) ?? 0) + 1)
}

function inTiles(leaves: ReadonlyMap<string, number>): number {
  return [...leaves.values()].reduce((sum, size) => sum + size - (size % TILE_WIDTH), 0)
}

async function leavesOf(pool: Parameters<typeof runOn>[0]): Promise<number> {
  const trees = await readTrees(runOn(pool))
  return trees.reduce((sum, { state }) => sum + state.size, 0)
}
