import { randomUUID } from 'node:crypto'
import type { EventStoreDBClient } from '@eventstore/db-client'
import pg from 'pg'
import type { Bench, BenchRun } from './bench.ts'
import { textReceived } from './facts.ts'
import { closedLoop, interleaved } from './measure.ts'
import { rawAppend, rawClient } from './raw-events.ts'
import type { Row } from './report.ts'

const STREAM_LENGTH = 20

/** The embedded event store against the SQL statements it needs at least. */
export const storeBench: Bench = {
  name: 'store',
  async run(run) {
    const stack = await run.lab.stack()
    const client = rawClient(run.lab, stack.settings.EVENTSTORE_URL)
    const url = await run.lab.database('raw')
    const rows: Row[] = []
    for (const writers of [1, 32, 128]) rows.push(await appends(run, client, url, writers))
    return [...rows, ...(await reads(run, client, url))]
  },
}

/** Each of `writers` has one append in progress; the raw limit inserts and commits a row of the same bytes. */
async function appends(
  { lab, progress, rounds, ms }: BenchRun,
  client: EventStoreDBClient,
  url: string,
  writers: number,
): Promise<Row> {
  progress(`appends, ${writers} at a time`)
  const pool = new pg.Pool({ connectionString: url, max: writers })
  lab.after(() => pool.end())
  await pool.query(TABLE)
  const event = () => textReceived()
  const { store, raw } = await interleaved(rounds, {
    store: () => closedLoop(writers, ms, () => rawAppend(client, [event()])),
    raw: () => closedLoop(writers, ms, () => insert(pool, event(), randomUUID(), 0)),
  })
  return {
    name: `store: appends, ${writers} at a time`,
    unit: '/s',
    ours: store.rate ?? 0,
    raw: raw.rate ?? 0,
    against: 'insert of one row and commit, fsync on',
  }
}

async function reads(
  { lab, progress, rounds, ms, rows }: BenchRun,
  client: EventStoreDBClient,
  url: string,
): Promise<Row[]> {
  progress('reads')
  const pool = new pg.Pool({ connectionString: url, max: 8 })
  lab.after(() => pool.end())
  await pool.query('truncate raw_events')
  const streams = await fill(client, pool, Math.min(500, rows / 100))
  const any = () => streams[Math.floor(Math.random() * streams.length)] as string
  const medians = await interleaved(rounds, {
    all: () => countedPerSecond(client.readAll()),
    rawAll: () => countedPerSecond(pages(pool)),
    stream: () => closedLoop(8, ms, () => countedPerSecond(client.readStream(`message-${any()}`))),
    rawStream: () => closedLoop(8, ms, () => pool.query({ ...ONE_STREAM, values: [any()] })),
  })
  return [
    {
      name: 'store: events of $all',
      unit: '/s',
      ours: medians.all.rate ?? 0,
      raw: medians.rawAll.rate ?? 0,
      against: 'select in pages of 512',
    },
    {
      name: `store: streams of ${STREAM_LENGTH}, 8 at a time`,
      unit: '/s',
      ours: medians.stream.rate ?? 0,
      raw: medians.rawStream.rate ?? 0,
      against: 'one named select',
    },
  ]
}

const TABLE = `create table if not exists raw_events (
  position bigserial primary key, stream text collate "C" not null, revision bigint not null, id uuid not null,
  type text not null, data bytea not null, meta bytea not null, created timestamptz not null default now(),
  unique (stream, revision))`

const ONE_STREAM = {
  name: 'one-stream',
  text: `select * from raw_events where stream = $1 order by revision limit ${STREAM_LENGTH}`,
}

async function fill(client: EventStoreDBClient, pool: pg.Pool, count: number): Promise<string[]> {
  const streams = Array.from({ length: Math.ceil(count) }, () => randomUUID())
  for (const stream of streams) {
    const events = Array.from({ length: STREAM_LENGTH }, textReceived)
    const inserts = events.map((event, revision) => insert(pool, event, stream, revision))
    await Promise.all([rawAppend(client, events, `message-${stream}`), ...inserts])
  }
  return streams
}

async function insert(
  pool: pg.Pool,
  { id, type, data, metadata }: ReturnType<typeof textReceived>,
  stream: string,
  revision: number,
): Promise<void> {
  const bytes = [Buffer.from(JSON.stringify(data)), Buffer.from(JSON.stringify(metadata))]
  await pool.query({
    name: 'insert',
    text: 'insert into raw_events (stream, revision, id, type, data, meta) values ($1, $2, $3, $4, $5, $6)',
    values: [stream, revision, id, type, ...bytes],
  })
}

async function* pages(pool: pg.Pool): AsyncIterable<unknown> {
  const text = 'select * from raw_events where position > $1 order by position limit 512'
  for (let from = '0'; ; ) {
    const { rows } = await pool.query<{ position: string }>({ name: 'page', text, values: [from] })
    for (const row of rows) yield row
    const last = rows.at(-1)
    if (last === undefined) return
    from = last.position
  }
}

async function countedPerSecond(events: AsyncIterable<unknown>): Promise<{ rate: number }> {
  const start = performance.now()
  let count = 0
  for await (const _ of events) count += 1
  return { rate: (count * 1_000) / (performance.now() - start) }
}
