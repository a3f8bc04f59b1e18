import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@recado/infra/postgres/pool'
import { createReadModels, markFilled } from '@recado/projectors/engine/read-model-schema'
import type pg from 'pg'
import { type Addressed, bareDeliveries } from '../lab/bare-deliveries.ts'
import { type Dispatcher, messageOf, startDispatcher } from '../lab/dispatcher.ts'
import type { Lab } from '../lab/lab.ts'
import { type Lane, openQueue } from '../lab/offered-deliveries.ts'
import { parkRetries } from '../lab/parked-retries.ts'
import { projections } from '../lab/projections.ts'
import { defineGroup, type GroupRun, type Sides } from '../measuring/group.ts'
import { batchOf } from '../measuring/loops.ts'
import { ratioAtLeast } from '../report/goal.ts'

const SCHEMA = 'read_1'
/** Deliveries in progress at a time: of all webhooks, and of one. */
const WINDOW = 256
const OF_ONE = 16
/** Deliveries in a round, or one to each healthy endpoint. */
const DELIVERIES = 6_000
const DEAD = 'http://127.0.0.1:9/hook'

type Case = { readonly name: string; readonly endpoints: number; readonly isBesideParked?: boolean }

const CASES: readonly Case[] = [
  { name: 'one endpoint', endpoints: 1 },
  { name: '100 endpoints, half of them dead', endpoints: 100 },
  { name: '10,000 endpoints, half of them dead', endpoints: 10_000 },
  { name: 'beside parked retries', endpoints: 100, isBesideParked: true },
]

/** Deliveries of one dispatcher, against the same deliveries signed and posted in a loop. */
export const deliveries = defineGroup<string>({
  name: 'deliveries',
  minutes: 4,
  usesLists: true,
  async open({ lab }) {
    const stack = await lab.stack()
    const sink = await stack.outside('bench/raw/bare-node.ts')
    return `http://127.0.0.1:${sink.port}/hook`
  },
  rows: CASES.map((one) => ({
    name: one.name,
    against: 'the same ones signed and posted in a loop, an undici Pool an endpoint',
    figures: ['rate_per_s'] as const,
    inBench: 'both' as const,
    goals: [ratioAtLeast('rate_per_s', 0.5)],
    sides: (url: string, run: GroupRun) => delivering(run, url, one),
  })),
})

async function delivering(
  { lab, listRows, share }: GroupRun,
  url: string,
  { endpoints, isBesideParked = false }: Case,
): Promise<Sides> {
  const pool = await readModels(lab)
  const dispatcher = startDispatcher(lab, pool)
  if (isBesideParked) await parkRetries(pool, dispatcher, { url: DEAD, count: listRows })
  await owned(dispatcher, url)
  const half = Math.ceil(endpoints / 2)
  const newLanes = () =>
    Array.from({ length: endpoints }, (_, n) => openQueue(dispatcher, n < half ? url : DEAD))
  // Both sides have their own lanes: deliveries that only the loop posts would be gaps in a queue.
  const [lanes, bareLanes] = [newLanes(), newLanes()]
  const count = Math.max(DELIVERIES * share, half)
  const post = bareDeliveries(lab, OF_ONE, Math.min(WINDOW, half * OF_ONE))
  return {
    ours: batchOf(
      count,
      async () => mixed(lanes, count),
      (all) => offered(dispatcher, all),
    ),
    raw: batchOf(count, async () => mixed(bareLanes, count), post),
  }
}

/** Creates the read models of an empty log. */
async function readModels(lab: Lab): Promise<pg.Pool> {
  const pool = openPool(await lab.database('deliveries'), { max: 8, searchPath: SCHEMA })
  lab.after(() => pool.end())
  const client = await pool.connect()
  await createReadModels(client, SCHEMA, projections)
  // The dispatcher waits until the read models are filled.
  await markFilled(client)
  client.release()
  return pool
}

/** Waits until the dispatcher owns its shards: until then it ignores what it is offered. */
async function owned(dispatcher: Dispatcher, url: string): Promise<void> {
  let isOwned = false
  dispatcher.tell(() => {
    isOwned = true
  })
  while (!isOwned) {
    dispatcher.offer(messageOf(openQueue(dispatcher, url).next()))
    await delay(50)
  }
}

/** `count` deliveries of the healthy endpoints in turn, with one of each dead endpoint between them. */
function mixed(lanes: readonly Lane[], count: number): Addressed[] {
  const healthy = lanes.filter(({ url }) => url !== DEAD)
  const dead = lanes.filter(({ url }) => url === DEAD)
  const every = Math.ceil(count / Math.max(1, dead.length))
  return Array.from({ length: count }, (_, n) => {
    const [good, bad] = [healthy[n % healthy.length], n % every === 0 ? dead[n / every] : undefined]
    return [good, bad].flatMap((lane) => (lane ? [{ url: lane.url, pending: lane.next() }] : []))
  }).flat()
}

/** Resolves when each delivery was attempted. @throws when one to a healthy endpoint fails */
function offered(dispatcher: Dispatcher, all: readonly Addressed[]): Promise<void> {
  const messages = all.map(({ pending }) => messageOf(pending))
  const owed = new Set(all.map(({ pending }) => pending.id))
  let next = 0
  const offer = () => {
    const message = messages[next++]
    if (message !== undefined) dispatcher.offer(message)
  }
  return new Promise((resolve, reject) => {
    dispatcher.tell(({ delivery_id, outcome, target_url, error }) => {
      if (!owed.delete(delivery_id)) return
      if (outcome !== 'delivered' && target_url !== DEAD) reject(new Error(error ?? outcome))
      if (owed.size === 0) resolve()
      offer()
    })
    for (let n = 0; n < WINDOW; n += 1) offer()
  })
}
