import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { LEAST_POSITION } from '@recado/application/read-models/partitions'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import type { EventStore, NewEvent } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import { freePort } from '@recado/standalone/servers/free-port'
import type pg from 'pg'
import { Pool } from 'undici'
import { introductions, nowhere, type Place, textReceived } from '../lab/facts.ts'
import { httpClient } from '../lab/http-client.ts'
import type { Lab } from '../lab/lab.ts'
import { scratchFolder } from '../lab/scratch.ts'
import { openSink, type Sink } from '../lab/sink.ts'
import type { Stack } from '../lab/stack.ts'
import { openTenant } from '../lab/tenant.ts'
import { defineGroup, type Side } from '../measuring/group.ts'
import { closedLoop } from '../measuring/loops.ts'

const AT_A_TIME = 32
const LOOK_MS = 20

const PEERS = new URL('../peers/', import.meta.url)

type Opened = {
  readonly lab: Lab
  readonly stack: Stack
  readonly store: EventStore
  readonly pool: pg.Pool
  readonly sink: Sink
  readonly places: readonly Place[]
}

/** The product beside well-known libraries that do a part of what it does. They are installed by themselves. */
export const peers = defineGroup<Opened>({
  name: 'peers',
  minutes: 5,
  isOnRequest: true,
  async open({ lab }) {
    if (!existsSync(new URL('node_modules', PEERS)))
      throw new Error('the peers are not installed: run npm ci --prefix bench/peers first')
    const stack = await lab.stack()
    await stack.follow()
    const commands = await stack.start('command-api')
    const tenant = await openTenant(lab, commands.port)
    const sink = await openSink(lab)
    const api = httpClient(lab, commands.port, { connections: 1, bearer: tenant.key })
    const { store } = connectEventStore(stack.settings.EVENTSTORE_URL)
    lab.after(() => store.close())
    const pool = openPool(stack.settings.DATABASE_URL, { max: 1, searchPath: READ_SCHEMA })
    lab.after(() => pool.end())
    const { account_id, connection_id } = tenant
    const places = Array.from({ length: 100 }, () => ({ ...nowhere(), account_id, connection_id }))
    for (const { stream, fact } of introductions(places))
      await store.append(stream, 'no_stream', [fact])
    await api.put('/api/v1/webhooks', JSON.stringify({ connection_id, url: sink.url }))
    return { lab, stack, store, pool, sink, places }
  },
  rows: [
    ...[1, AT_A_TIME].map((atATime) => ({
      name: `append, ${atATime} at a time`,
      against: 'Emmett on Postgres: a transaction for each append',
      figures: ['rate_per_s'] as const,
      inBench: 'both' as const,
      note:
        'Ours goes through a server with a protocol of its own, which keeps an order of all streams and tells every ' +
        'reader; meanwhile the read models follow each fact. Emmett writes to Postgres from the caller and tells nobody.',
      sides: async ({ lab, store }: Opened) => {
        const emmett = await openEmmett(lab, false)
        return {
          ours: closedLoop({ atATime, call: () => append(store, textReceived()) }),
          raw: closedLoop({ atATime, call: () => appendTo(emmett, textReceived()) }),
        }
      },
    })),
    {
      name: 'append until projected, 32 at a time',
      against: 'Emmett with an inline projection of one document',
      figures: ['rate_per_s'],
      inBench: 'both',
      note:
        'An inline projection writes one row in the transaction of the append. Ours writes the message, its words, its ' +
        'conversation, its contact, counted lists and the webhook, for all appends of some milliseconds at once.',
      sides: async (opened) => ({
        ours: untilShown(opened),
        raw: closedLoop({
          atATime: AT_A_TIME,
          call: (
            (emmett) => () =>
              appendTo(emmett, textReceived())
          )(await openEmmett(opened.lab, true)),
        }),
      }),
    },
    ...[
      {
        name: 'event to webhook, beside pg-boss',
        against: 'pg-boss with a plain handler, 32 jobs at a time',
        open: openPgBoss,
      },
      {
        name: 'event to webhook, beside BullMQ',
        against: 'BullMQ on Redis with a plain handler, 32 jobs at a time',
        open: openBullMq,
      },
    ].map(({ open, ...about }) => ({
      ...about,
      figures: ['rate_per_s', 'p50_ms'] as const,
      inBench: 'both' as const,
      note:
        'A queue stores a job and posts it. Ours also appends the fact, shows it in lists, signs the body, keeps the order ' +
        'of each conversation, and records each attempt in the log for GET /webhooks/deliveries.',
      sides: async ({ lab, store, sink, places }: Opened) => {
        const queue = await open(lab, await poster(lab, sink))
        return {
          ours: closedLoop({ atATime: AT_A_TIME, call: () => deliver(store, sink, places) }),
          raw: closedLoop({ atATime: AT_A_TIME, call: () => enqueue(queue, sink) }),
        }
      },
    })),
  ],
})

type Emmett = { append(fact: NewEvent, stream: string): Promise<unknown>; close(): Promise<void> }
type Queue = { send(job: object): Promise<unknown>; close(): Promise<void> }
type Post = (job: object) => Promise<unknown>

/** A module of the peers, which the compiler does not know. */
function peer(name: string) {
  return import(new URL(`${name}.mjs`, PEERS).href)
}

async function openEmmett(lab: Lab, isProjecting: boolean): Promise<Emmett> {
  const { openEmmett: open } = await peer('emmett')
  const emmett: Emmett = await open(await lab.database('emmett'), isProjecting)
  lab.after(() => emmett.close())
  // The first projection makes its table, which two cannot do at once.
  await appendTo(emmett, textReceived())
  return emmett
}

async function openPgBoss(lab: Lab, post: Post): Promise<Queue> {
  const { openPgBoss: open } = await peer('pg-boss')
  const queue: Queue = await open(await lab.database('boss'), post)
  lab.after(() => queue.close())
  return queue
}

async function openBullMq(lab: Lab, post: Post): Promise<Queue> {
  const { openBullMq: open } = await peer('bullmq')
  const queue: Queue = await open(await startRedis(lab), post)
  lab.after(() => queue.close())
  return queue
}

/** Redis that appends each write to its file, as BullMQ asks for. @returns its port */
async function startRedis(lab: Lab): Promise<number> {
  const [port, dir] = [await freePort(0), await scratchFolder()]
  lab.after(() => rm(dir, { recursive: true, force: true }))
  const args = ['--port', String(port), '--save', '', '--appendonly', 'yes']
  const redis = spawn('redis-server', [...args, '--dir', dir], { stdio: 'ignore' })
  const missing = new Promise<never>((_, reject) => {
    redis.once('error', () =>
      reject(new Error('redis-server is not installed: apt-get install redis-server')),
    )
  })
  lab.after(async () => void redis.kill())
  await Promise.race([missing, delay(1_000)])
  lab.count({ name: 'redis', pid: Number(redis.pid), role: 'raw' })
  return port
}

async function poster(lab: Lab, sink: Sink): Promise<Post> {
  const pool = new Pool(new URL(sink.url).origin, { connections: AT_A_TIME })
  lab.after(() => pool.close())
  return async (job) => {
    const answer = await pool.request({ method: 'POST', path: '/hook', body: JSON.stringify(job) })
    await answer.body.dump()
  }
}

async function append(store: EventStore, fact: ReturnType<typeof textReceived>): Promise<bigint> {
  const stream = `message-${fact.data.message_id}`
  return (await store.append(stream, 'no_stream', [fact])).position
}

function appendTo(emmett: Emmett, fact: ReturnType<typeof textReceived>): Promise<unknown> {
  return emmett.append(fact, `message-${fact.data.message_id}`)
}

function messageOf(places: readonly Place[]) {
  return textReceived(places[Math.floor(Math.random() * places.length)])
}

/** The time until the last append is shown counts for all. */
function untilShown({ store, pool, places }: Opened): Side {
  return {
    async round(enough) {
      const begun = performance.now()
      let last = -1n
      const call = async () => {
        const position = await append(store, messageOf(places))
        if (position > last) last = position
      }
      const { operations } = await closedLoop({ atATime: AT_A_TIME, call }).round(enough)
      const isShown = async () =>
        BigInt((await pool.query<{ position: number }>(LEAST_POSITION)).rows[0]?.position ?? -1) >=
        last
      while (!enough.signal.aborted && !(await isShown())) await delay(LOOK_MS)
      const rate_per_s = (operations * 1_000) / (performance.now() - begun)
      return { operations, figures: { rate_per_s } }
    },
  }
}

async function deliver(store: EventStore, sink: Sink, places: readonly Place[]): Promise<void> {
  const fact = messageOf(places)
  const got = sink.receives(fact.data.message_id)
  await append(store, fact)
  await got
}

async function enqueue(queue: Queue, sink: Sink): Promise<void> {
  const { data: message } = textReceived()
  const got = sink.receives(message.message_id)
  await queue.send({ data: { message } })
  await got
}
