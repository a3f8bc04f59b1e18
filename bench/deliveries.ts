import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@recado/infra/postgres/pool'
import { createReadModels, markFilled } from '@recado/projectors/engine/read-model-schema'
import { projections } from '@recado/projectors/projections'
import type pg from 'pg'
import { type Addressed, bareDeliveries } from './bare-deliveries.ts'
import type { Bench, BenchRun } from './bench.ts'
import { type Dispatcher, messageOf, startDispatcher } from './dispatcher.ts'
import { interleaved } from './measure.ts'
import { type Lane, openQueue } from './offered-deliveries.ts'
import { parkRetries } from './parked-retries.ts'
import { type Row, ratioAtLeast } from './report.ts'

const SCHEMA = 'read_1'
/** Deliveries in progress at a time: of all webhooks, and of one. */
const WINDOW = 256
const OF_ONE = 16
const DEAD = 'http://127.0.0.1:9/hook'

/** Deliveries of one dispatcher, against the same deliveries signed and posted in a loop. */
export const deliveriesBench: Bench = {
  name: 'deliveries',
  async run(run) {
    const stack = await run.lab.stack()
    const sink = await stack.run(new URL('./bare-node.ts', import.meta.url))
    const url = `http://127.0.0.1:${sink.port}/hook`
    const rows: Row[] = []
    for (const endpoints of [1, 100, 10_000])
      rows.push(...(await delivered(run, { url, endpoints })))
    rows.push(...(await delivered(run, { url, endpoints: 100, parked: run.rows })))
    return rows
  },
}

type Case = { readonly url: string; readonly endpoints: number; readonly parked?: number }

async function delivered(run: BenchRun, { url, endpoints, parked = 0 }: Case): Promise<Row[]> {
  const { lab, progress, rounds, ms } = run
  const name = parked > 0 ? `beside ${text(parked)} parked retries` : nameOf(endpoints)
  progress(name)
  const pool = await readModels(run)
  const dispatcher = startDispatcher(lab, pool)
  if (parked > 0) await parkRetries(pool, dispatcher, { url: DEAD, count: parked })
  await owned(dispatcher, url)
  const half = Math.ceil(endpoints / 2)
  const newLanes = () =>
    Array.from({ length: endpoints }, (_, n) => openQueue(dispatcher, n < half ? url : DEAD))
  // Both sides have their own lanes: deliveries that only the loop posts would be gaps in a queue.
  const [lanes, bareLanes] = [newLanes(), newLanes()]
  const count = Math.max(ms * 10, half)
  const post = bareDeliveries(lab, OF_ONE, Math.min(WINDOW, half * OF_ONE))
  const ours = () => measured(count, offered(dispatcher, mixed(lanes, count)))
  const raw = () => {
    const all = mixed(bareLanes, count)
    return measured(count, () => post(all))
  }
  // The first round opens connections and compiles the code.
  await ours()
  await raw()
  const medians = await interleaved(rounds, { ours, raw })
  return ['rate', 'of_cpu'].map((figure) => ({
    name: `deliveries${figure === 'rate' ? '' : ' a second of CPU'}: ${name}`,
    unit: '/s',
    ours: medians.ours[figure] ?? 0,
    raw: medians.raw[figure] ?? 0,
    against: 'the same ones signed and posted in a loop, an undici Pool an endpoint',
    goal: ratioAtLeast(0.5),
  }))
}

function nameOf(endpoints: number): string {
  return endpoints === 1 ? 'one endpoint' : `${text(endpoints)} endpoints, half of them dead`
}

function text(count: number): string {
  return count.toLocaleString('en')
}

/** Creates the read models of an empty log. */
async function readModels({ lab }: BenchRun): Promise<pg.Pool> {
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
function offered(dispatcher: Dispatcher, all: readonly Addressed[]): () => Promise<void> {
  const messages = all.map(({ pending }) => messageOf(pending))
  const owed = new Set(all.map(({ pending }) => pending.id))
  let next = 0
  const offer = () => {
    const message = messages[next++]
    if (message !== undefined) dispatcher.offer(message)
  }
  return () =>
    new Promise((resolve, reject) => {
      dispatcher.tell(({ delivery_id, outcome, target_url, error }) => {
        if (!owed.delete(delivery_id)) return
        if (outcome !== 'delivered' && target_url !== DEAD) reject(new Error(error ?? outcome))
        if (owed.size === 0) resolve()
        offer()
      })
      for (let n = 0; n < WINDOW; n += 1) offer()
    })
}

/** @returns deliveries per second, and per second of this process's CPU time */
async function measured(count: number, work: () => Promise<void>) {
  const [start, cpu] = [performance.now(), process.cpuUsage()]
  await work()
  const { user, system } = process.cpuUsage(cpu)
  return {
    rate: (count * 1_000) / (performance.now() - start),
    of_cpu: (count * 1_000_000) / (user + system),
  }
}
