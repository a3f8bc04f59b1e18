import { setTimeout as delay } from 'node:timers/promises'
import { LEAST_POSITION, partitionOf } from '@recado/application/read-models/partitions'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import type { NodePart } from '@recado/standalone/supervision/node-process'
import type pg from 'pg'
import { introductions, nowhere, type Place, textReceived } from '../lab/facts.ts'
import type { Lab } from '../lab/lab.ts'
import { defineGroup, type Side } from '../measuring/group.ts'
import { readCpu } from '../measuring/read-cpu.ts'
import { ratioAtMost } from '../report/goal.ts'

const ACCOUNTS = 64
/** Of a round. */
const MESSAGES = 3_000
const LOOK_MS = 20
const HALVES = ['projector-1', 'projector-2'] as const
const WHOLE = 'projector-whole'

type Opened = {
  readonly lab: Lab
  readonly store: EventStore
  readonly pools: readonly pg.Pool[]
  readonly places: readonly Place[]
}

/**
 * What a partition costs its process: two processes share two partitions, while a third keeps the whole over the same
 * facts in a database of its own.
 */
export const partitions = defineGroup<Opened>({
  name: 'partitions',
  minutes: 2,
  async open({ lab }) {
    const stack = await lab.stack()
    const of = { PROJECTOR_PARTITIONS: '2' }
    const halves = [await stack.projector(HALVES[0], of), await stack.projector(HALVES[1], of)]
    const DATABASE_URL = await lab.database('whole')
    await stack.projector(WHOLE, { DATABASE_URL })
    const { store } = connectEventStore(stack.settings.EVENTSTORE_URL)
    lab.after(() => store.close())
    const pools = [stack.settings.DATABASE_URL, DATABASE_URL].map((url) =>
      openPool(url, { max: 1, searchPath: READ_SCHEMA }),
    )
    for (const pool of pools) lab.after(() => pool.end())
    for (const half of halves) while (!(await leads(half))) await delay(LOOK_MS)
    const places = Array.from({ length: ACCOUNTS }, (_, n) => placeIn(n % HALVES.length))
    for (const { stream, fact } of introductions(places))
      await store.append(stream, 'no_stream', [fact])
    return { lab, store, pools, places }
  },
  rows: [
    {
      name: 'messages of 64 accounts, in two partitions and in one',
      against: 'the process of the one partition; both sides keep all three',
      figures: ['busiest_process_us'],
      isRawOurs: true,
      goals: [ratioAtMost('busiest_process_us', 0.65)],
      sides: (opened, { share }) => ({
        ours: { round: caughtUp(opened, HALVES, MESSAGES * share) },
        raw: { round: caughtUp(opened, [WHOLE], MESSAGES * share) },
      }),
    },
  ],
})

/** A place of an account of this partition: with as many in each, what is left is what foreign facts cost. */
function placeIn(partition: number): Place {
  for (;;) {
    const place = nowhere()
    if (partitionOf(place.account_id, HALVES.length) === partition) return place
  }
}

async function leads({ port }: NodePart): Promise<boolean> {
  const told = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  return /^recado_leader\{part="read_models",partition="\d+"\} 1$/m.test(told)
}

/**
 * Appends messages while the three stand still, so that their batches are full, and lets them catch up.
 * @param names of the processes of which the busiest counts
 */
function caughtUp(
  { lab, store, pools, places }: Opened,
  names: readonly string[],
  count: number,
): Side['round'] {
  return async ({ signal }) => {
    signalAll(lab, 'SIGSTOP')
    let last = -1n
    try {
      last = await appendMessages(store, places, count)
    } finally {
      signalAll(lab, 'SIGCONT')
    }
    const before = msOf(lab, names)
    for (const pool of pools)
      while (!signal.aborted && !(await isShown(pool, last))) await delay(LOOK_MS)
    const busiest = Math.max(...msOf(lab, names).map((ms, n) => ms - (before[n] ?? 0)))
    return { operations: count, figures: { busiest_process_us: (busiest * 1_000) / count } }
  }
}

function signalAll(lab: Lab, signal: 'SIGSTOP' | 'SIGCONT'): void {
  const names: readonly string[] = [...HALVES, WHOLE]
  for (const { name, pid } of lab.processes()) if (names.includes(name)) process.kill(pid, signal)
}

/** @returns the position of the last one */
async function appendMessages(
  store: EventStore,
  places: readonly Place[],
  count: number,
): Promise<bigint> {
  let last = -1n
  const left = Array.from({ length: count }, (_, n) => places[n % places.length])
  const append = async () => {
    for (let place = left.pop(); place !== undefined; place = left.pop()) {
      const fact = textReceived(place)
      const { position } = await store.append(`message-${fact.data.message_id}`, 'no_stream', [
        fact,
      ])
      if (position > last) last = position
    }
  }
  await Promise.all(Array.from({ length: 32 }, append))
  return last
}

async function isShown(pool: pg.Pool, position: bigint): Promise<boolean> {
  const { rows } = await pool.query<{ position: number }>(LEAST_POSITION)
  return BigInt(rows[0]?.position ?? -1) >= position
}

function msOf(lab: Lab, names: readonly string[]): readonly number[] {
  const { times } = readCpu(lab.processes())
  return names.map((name) => times[name] ?? 0)
}
