import { randomUUID } from 'node:crypto'
import type { EventStoreDBClient } from '@eventstore/db-client'
import pg from 'pg'
import { textReceived } from '../lab/facts.ts'
import { rawAppend, rawClient } from '../lab/raw-events.ts'
import { defineGroup, type GroupRun, type Side } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'

const STREAM_LENGTH = 20
const STREAMS = 500
const AT_ONCE = 20
const WRITERS = [1, 32, 128] as const

type Opened = {
  readonly client: EventStoreDBClient
  /** A pool of as many connections to the raw database. */
  poolOf(connections: number): pg.Pool
  /** The streams that both sides can read. */
  readonly streams: readonly string[]
}

/** The embedded event store against the SQL statements it needs at least. */
export const store = defineGroup<Opened>({
  name: 'store',
  minutes: 3,
  async open({ lab }: GroupRun) {
    const stack = await lab.stack()
    const client = rawClient(lab, stack.settings.EVENTSTORE_URL)
    const url = await lab.database('raw')
    const poolOf = (max: number) => {
      const pool = new pg.Pool({ connectionString: url, max })
      lab.after(() => pool.end())
      return pool
    }
    const pool = poolOf(8)
    await pool.query(TABLE)
    const streams = await fill(client, pool)
    return { client, poolOf, streams }
  },
  rows: [
    {
      name: 'events of $all',
      against: 'select in pages of 512',
      figures: ['rate_per_s'],
      sides: ({ client, poolOf }) => {
        const pool = poolOf(1)
        return { ours: reading(() => client.readAll()), raw: reading(() => pages(pool)) }
      },
    },
    {
      name: `streams of ${STREAM_LENGTH}, 8 at a time`,
      against: 'one named select',
      figures: ['rate_per_s'],
      sides({ client, poolOf, streams }) {
        const pool = poolOf(8)
        const any = () => streams[Math.floor(Math.random() * streams.length)] as string
        const loop = (call: () => Promise<unknown>) => closedLoop({ atATime: 8, call })
        return {
          ours: loop(() => counted(client.readStream(`message-${any()}`))),
          raw: loop(() => pool.query({ ...ONE_STREAM, values: [any()] })),
        }
      },
    },
    ...WRITERS.map((atATime) => ({
      name: `appends, ${atATime} at a time`,
      against: 'insert of one row and commit, fsync on',
      figures: ['rate_per_s'] as const,
      sides({ client, poolOf }: Opened) {
        const pool = poolOf(atATime)
        const loop = (call: () => Promise<unknown>) => closedLoop({ atATime, call })
        return {
          ours: loop(() => rawAppend(client, [textReceived()])),
          raw: loop(() => insert(pool, textReceived(), randomUUID(), 0)),
        }
      },
    })),
  ],
})

const TABLE = `create table raw_events (
  position bigserial primary key, stream text collate "C" not null, revision bigint not null, id uuid not null,
  type text not null, data bytea not null, meta bytea not null, created timestamptz not null default now(),
  unique (stream, revision))`

const ONE_STREAM = {
  name: 'one-stream',
  text: `select * from raw_events where stream = $1 order by revision limit ${STREAM_LENGTH}`,
}

async function fill(client: EventStoreDBClient, pool: pg.Pool): Promise<readonly string[]> {
  const streams = Array.from({ length: STREAMS }, () => randomUUID())
  const filled = async (stream: string) => {
    const events = Array.from({ length: STREAM_LENGTH }, () => textReceived())
    const inserts = events.map((event, revision) => insert(pool, event, stream, revision))
    await Promise.all([rawAppend(client, events, `message-${stream}`), ...inserts])
  }
  // Some at once, so that they share commits.
  for (let at = 0; at < STREAMS; at += AT_ONCE)
    await Promise.all(streams.slice(at, at + AT_ONCE).map(filled))
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

/** Reads everything again and again; an event is an operation. */
function reading(read: () => AsyncIterable<unknown>): Side {
  return {
    async round(enough) {
      const start = performance.now()
      let operations = 0
      while (!enough.isReached() && !enough.signal.aborted) operations += await counted(read())
      const rate_per_s = (operations * 1_000) / (performance.now() - start)
      return { operations, figures: { rate_per_s } }
    },
  }
}

async function counted(events: AsyncIterable<unknown>): Promise<number> {
  let count = 0
  for await (const _ of events) count += 1
  return count
}
