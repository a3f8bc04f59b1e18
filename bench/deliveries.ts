import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { openPool } from '@recado/infra/postgres/pool'
import { createReadModels } from '@recado/projectors/engine/read-model-schema'
import { projections } from '@recado/projectors/projections'
import { shardOf } from '@recado/projectors/webhooks/dispatcher/shard'
import type pg from 'pg'
import { Pool } from 'undici'
import type { Bench, BenchRun } from './bench.ts'
import { type Dispatcher, startDispatcher } from './dispatcher.ts'
import { textReceived } from './facts.ts'
import { interleaved } from './measure.ts'
import { type Row, ratioAtLeast } from './report.ts'

const SCHEMA = 'read_1'
/** Deliveries under way at a time, as far as they are offered. */
const WINDOW = 256
/** Nobody listens there. */
const DEAD = 'http://127.0.0.1:9/hook'
const PARKING = 1_000

/** Deliveries that one dispatcher makes, against the same bytes posted in a loop. */
export const deliveriesBench: Bench = {
  name: 'deliveries',
  async run(run) {
    const stack = await run.lab.stack()
    const sink = await stack.run(new URL('./bare-node.ts', import.meta.url))
    const url = `http://127.0.0.1:${sink.port}/hook`
    const rows: Row[] = []
    for (const endpoints of [1, 100, 10_000]) rows.push(await delivered(run, { url, endpoints }))
    rows.push(await delivered(run, { url, endpoints: 100, parked: run.rows }))
    return rows
  },
}

type Case = { readonly url: string; readonly endpoints: number; readonly parked?: number }

async function delivered(run: BenchRun, { url, endpoints, parked = 0 }: Case): Promise<Row> {
  const { lab, progress, rounds, ms } = run
  const name = parked > 0 ? `beside ${text(parked)} parked retries` : nameOf(endpoints)
  progress(name)
  const pool = await readModels(run)
  let came: () => void = () => undefined
  const dispatcher = startDispatcher(lab, pool, () => came())
  if (parked > 0) await park(pool, dispatcher, parked)
  await owned(dispatcher, url, (arrived) => {
    came = arrived
  })
  const half = Math.ceil(endpoints / 2)
  const healthy = Array.from({ length: half }, () => lane(dispatcher, url))
  const dead = Array.from({ length: endpoints - half }, () => lane(dispatcher, DEAD))
  // Each is tried again by the schedule while the others are measured.
  for (const offer of dead) offer()
  let next = 0
  const count = ms * 4
  const ours = () =>
    new Promise<void>((done) => {
      let [left, waiting] = [count, count]
      const offer = () => {
        waiting -= 1
        healthy[next++ % healthy.length]?.()
      }
      came = () => {
        left -= 1
        if (left === 0) done()
        else if (waiting > 0) offer()
      }
      for (let n = 0; n < WINDOW; n += 1) offer()
    })
  const raw = bare(run, url, endpoints === 1 ? 16 : 64, count)
  await ours()
  await raw()
  const medians = await interleaved(rounds, {
    ours: () => perSecond(count, ours),
    raw: () => perSecond(count, raw),
  })
  return {
    name: `deliveries: ${name}`,
    unit: '/s',
    ours: medians.ours.rate ?? 0,
    raw: medians.raw.rate ?? 0,
    against: 'the same bytes by an undici Pool in a loop',
    goal: ratioAtLeast(0.5),
  }
}

function nameOf(endpoints: number): string {
  return endpoints === 1 ? 'one endpoint' : `${text(endpoints)} endpoints, half of them dead`
}

function text(count: number): string {
  return count.toLocaleString('en')
}

/** Read models of an empty log. */
async function readModels({ lab }: BenchRun): Promise<pg.Pool> {
  const pool = openPool(await lab.database('deliveries'), { max: 8, searchPath: SCHEMA })
  lab.after(() => pool.end())
  const client = await pool.connect()
  await createReadModels(client, SCHEMA, projections)
  client.release()
  return pool
}

/** What is offered before the dispatcher owns its shards counts for nothing. */
async function owned(
  dispatcher: Dispatcher,
  url: string,
  onCame: (arrived: () => void) => void,
): Promise<void> {
  let isOwned = false
  onCame(() => {
    isOwned = true
  })
  while (!isOwned) {
    lane(dispatcher, url)()
    await delay(50)
  }
}

/** What offers one more delivery of a webhook each time, each of a conversation of its own. */
function lane(dispatcher: Dispatcher, url: string): () => void {
  const connection_id = dispatcher.webhook(url)
  const [account_id, webhook_id] = [randomUUID(), randomUUID()]
  let ordinal = 0
  return () => {
    ordinal += 1
    const ids = { id: randomUUID(), event_id: randomUUID(), conversation_id: randomUUID() }
    dispatcher.offer({
      ...{ ...ids, account_id, connection_id, webhook_id, ordinal, position: ordinal },
      ...{ origin: 'event', event: 'whatsapp.message.received', sequence: 1, attempts: 0 },
      ...{
        correlation_id: ids.event_id,
        traceparent: null,
        next_at: null,
        created_at: new Date().toISOString(),
      },
      body: bodyOf(ids.event_id, account_id, connection_id),
    })
  }
}

function bodyOf(id: string, account_id: string, connection_id: string): Buffer {
  const { data: message } = textReceived()
  const { conversation_id, recorded_at: timestamp } = message
  const type = 'whatsapp.message.received'
  const data = { conversation_id, contact: { id: message.contact_id, name: 'Ana Reis' }, message }
  return Buffer.from(
    JSON.stringify({ id, type, timestamp, account_id, connection_id, sequence: 1, data }),
  )
}

/** Retries that are due in an hour, of endpoints that nobody listens at. */
async function park(pool: pg.Pool, dispatcher: Dispatcher, parked: number): Promise<void> {
  const ids = Array.from({ length: PARKING }, () => dispatcher.webhook(DEAD))
  const each = Math.ceil(parked / PARKING)
  const client = await pool.connect()
  await client.query('set statement_timeout = 0; set synchronous_commit = off')
  await client.query(
    `insert into endpoint_queues (id, account_id, webhook_id, shard, url, events, active, last_ordinal, pending, due_at)
     select w.id, w.id, w.id, w.shard, $3, '[]', true, $4, $4, now() + interval '1 hour'
     from unnest($1::uuid[], $2::smallint[]) w(id, shard)`,
    [ids, ids.map(shardOf), DEAD, each],
  )
  await client.query({
    text: `insert into deliveries (id, account_id, connection_id, webhook_id, origin, event, event_id, is_repeated,
       conversation_id, ordinal, position, correlation_id, status, attempts, target_url, next_at, created_at,
       account_pos, event_at, is_native, doc)
     select gen_random_uuid(), w.id, w.id, w.id, 'event', 'whatsapp.message.received', gen_random_uuid(), false,
       gen_random_uuid(), n, n, '', 'failed', 5, $2, now() + interval '1 hour', now(), 0, now(), false, '{}'
     from unnest($1::uuid[]) w(id), generate_series(1, $3::int) n`,
    values: [ids, DEAD, each],
  })
  await client.query('vacuum analyze deliveries')
  client.release(true)
}

/** So many posts of one body, so many at a time. */
function bare({ lab }: BenchRun, url: string, atOnce: number, count: number): () => Promise<void> {
  const { origin, pathname: path } = new URL(url)
  const pool = new Pool(origin, { connections: atOnce })
  lab.after(() => pool.destroy())
  const body = bodyOf(randomUUID(), randomUUID(), randomUUID())
  const headers = { 'content-type': 'application/json' }
  return async () => {
    let left = count
    const worker = async () => {
      while (left-- > 0) {
        const answer = await pool.request({ method: 'POST', path, headers, body })
        await answer.body.dump()
      }
    }
    await Promise.all(Array.from({ length: atOnce }, worker))
  }
}

async function perSecond(count: number, work: () => Promise<void>) {
  const start = performance.now()
  await work()
  return { rate: (count * 1_000) / (performance.now() - start) }
}
