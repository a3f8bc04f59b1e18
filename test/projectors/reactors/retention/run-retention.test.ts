import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { deletableDay } from '@recado/domain/retention/deletable-day'
import type { RetentionApplied } from '@recado/domain/retention/events'
import {
  type EventStore,
  type Journal,
  keysOf,
  type RecordedEvent,
} from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { dayOf, dayStream } from '@recado/infra/event-store/journal'
import { openPool } from '@recado/infra/postgres/pool'
import { openVault } from '@recado/infra/vault/open-vault'
import type { Vault } from '@recado/infra/vault/vault'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { saveIntakeCheckpoint } from '@recado/projectors/intake/intake-tables'
import { runRetention } from '@recado/projectors/reactors/retention/run-retention'
import pino from 'pino'
import { type Test, test } from 'tap'
import { accountId, accountOpened } from '../../../examples/account.ts'
import { startStore } from '../../../kit/event-store.ts'
import { eventually } from '../../../kit/eventually.ts'
import { testDatabase } from '../../../kit/postgres.ts'
import { recorded } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'
import { historyOf } from '../../read-models/retention/history.ts'

const errors: unknown[] = []
const log = pino({ level: 'error' }, { write: (line) => void errors.push(JSON.parse(line).err) })

const WHATS = ['raw', 'message', 'attempt', 'raw', 'attempt', 'again', 'set_aside'] as const
/** The first two weeks of January 2026. */
const STEPS = Array.from({ length: 112 }, (_, i) => {
  const what = WHATS[i % WHATS.length] ?? 'raw'
  return { hours: 3, what, which: (i * 7) % 31, days: 1 }
})
const NOW = new Date('2026-01-16T10:00:00.000Z')
const NEXT_DAY = new Date('2026-01-17T00:00:01.000Z')
const keptDays = { providerEvent: 6, webhookDelivery: 4 }
const GONE = {
  providerEvent: '2026-01-10T00:00:00.000Z',
  webhookDelivery: '2026-01-12T00:00:00.000Z',
}
/** This account sorts before all others, and the following day some of its data becomes too old. */
const FIRST_OF_ALL = '00000000-0000-4000-8000-000000000001'
const CROWD = { account: randomUUID(), connection: randomUUID(), events: 2_300 }
const CROWDED = dayStream(
  'providerEvent',
  CROWD.connection,
  new Date(Date.parse('2026-01-03T01:00:00.000Z')),
)
const POSTS = {
  old: dayStream('providerPost', null, new Date('2026-01-05T10:00:00.000Z')),
  kept: dayStream('providerPost', null, new Date('2026-01-12T10:00:00.000Z')),
}

test('retention', async (t) => {
  const server = await startStore('retention_store')
  t.teardown(() => server.stop())
  const vault = await openTestVault(t)
  const keys = vault.factKeys
  const { store, journal } = connectEventStore(server.url, { keys, appendDeadlineMs: 60_000 })
  t.teardown(() => store.close())
  const { facts } = historyOf(STEPS)
  await written(store, journal, facts)
  await record(journal, FIRST_OF_ALL, randomUUID(), [new Date('2026-01-10T12:00:00.000Z')])
  const position = await crowd(journal)
  const kept = await kidsOf(store, POSTS.kept)
  const ended = [...(await kidsOf(store, CROWDED)), ...(await kidsOf(store, POSTS.old))]
  t.equal(ended.length, CROWD.events + 1, 'each raw event and each post has a key of its own')
  const live = await reading(t, store)

  await t.test(
    'read model rows are deleted first, and raw events are kept until the intake has read them',
    async (t) => {
      const letting = lettingGo({ store, vault }, live.url, NOW)
      t.teardown(() => letting.end())
      await eventually(async () => (await live.rows(DONE)).length === 4)
      const [left] = await live.rows(`select (select min(received_at) from raw_events) as raw,
      (select min(event_at) from deliveries) as told, (select count(*)::int from deliveries) as n`)
      t.ok(String(left?.raw) >= GONE.providerEvent && String(left?.told) >= GONE.webhookDelivery)
      t.ok(Number(left?.n) > 0)
      t.same(
        await gone(store, facts, 'webhookDelivery'),
        [],
        'nothing is deleted before it is sealed',
      )
      await sealed(store)
      await eventually(async () => (await gone(store, facts, 'webhookDelivery')).length > 0)
      t.same(
        await gone(store, facts, 'providerEvent'),
        [],
        'nothing that intake has not read is deleted',
      )
      await saveIntake(live.url, position)
      await eventually(async () => (await gone(store, facts, 'providerEvent')).length > 0)
    },
  )

  await t.test(
    'streams of whole days are deleted one day after their rows, and no others',
    async (t) => {
      const letting = lettingGo({ store, vault }, live.url, NOW)
      t.teardown(() => letting.end())
      for (const category of ['providerEvent', 'webhookDelivery'] as const) {
        const due = streamsOf(facts, category).filter(
          (stream) => String(dayOf(stream)) <= deletableDay(GONE[category]),
        )
        t.ok(due.length > 0, category)
        const deleted = () => gone(store, facts, category)
        await eventually(async () => (await deleted()).length >= due.length)
        t.same(await deleted(), due, category)
      }
      await eventually(async () => (await store.readLast(POSTS.old)) === null)
      const said = (await applications(store, 'installation')).at(-1)
      t.equal(said?.before, GONE.providerEvent, 'a fact says that posts are kept no longer')
      t.not(await store.readLast(POSTS.kept), null)
    },
  )

  await t.test(
    'no fact is written twice, and a failing account does not stop the next day of the others',
    async (t) => {
      t.equal((await applications(store, accountId)).length, 2, 'however often it started')
      const letting = lettingGo(
        { store: failingFor(store, FIRST_OF_ALL), vault },
        live.url,
        NEXT_DAY,
      )
      t.teardown(() => letting.end())
      const said = await eventually(async () => {
        const all = await applications(store, accountId)
        return all.length === 4 && all
      })
      const befores = said.slice(2).map(({ before }) => before)
      t.same(befores.sort(), ['2026-01-11T00:00:00.000Z', '2026-01-13T00:00:00.000Z'])
    },
  )

  await t.test('many rows are deleted in bounded batches', async (t) => {
    const befores = (await applications(store, CROWD.account)).map(({ before }) => before)
    t.ok(befores.length >= 3, `${befores.length} batches`)
    t.same(befores, [...befores].sort(), 'the limit never moves back')
    t.same(await live.rows(`select id from raw_events where account_id = '${CROWD.account}'`), [])
    t.equal(await store.readLast(CROWDED), null)
  })

  await t.test('nobody can read what was deleted in a backup of the log either', async (t) => {
    for (const kid of ended) if ((await keys.find(kid)) !== null) t.fail(`${kid} is there`)
    for (const kid of kept) t.not(await keys.find(kid), null)
  })

  await t.test(
    'a rebuild gives the same result whether or not the log still shows deleted streams',
    async (t) => {
      const head = await store.head()
      const expected = await caughtUp(live, head)
      t.ok(expected.deliveries.length > 0 && expected.raw.length > 0)
      const whole = await reading(t, store)
      t.strictSame(await caughtUp(whole, head), expected, 'before the server is scavenged')
      const scavenged = await reading(t, await scavengedOf(store, facts))
      t.strictSame(await caughtUp(scavenged, head), expected, 'and after')
    },
  )
  t.same(errors, [])
})

/** The names of the keys of a stream's facts. */
async function kidsOf(store: EventStore, stream: string): Promise<readonly string[]> {
  const kids: string[] = []
  for await (const fact of store.readStream(stream)) kids.push(...keysOf(fact))
  return kids
}

async function openTestVault(t: Test): Promise<Vault> {
  const database = await testDatabase('retention_vault')
  const key = {
    VAULT_KEY: Buffer.alloc(32, 7),
    VAULT_KEY_BEFORE: null,
    FACT_KEYS: 'shared' as const,
  }
  const vault = openVault({ VAULT_URL: database.url, ...key })
  t.teardown(async () => {
    await vault.close()
    await database.drop()
  })
  return vault
}

const DONE = `select from retention where gone_before in ('${GONE.providerEvent}', '${GONE.webhookDelivery}')`

async function written(store: EventStore, journal: Journal, facts: readonly RecordedEvent[]) {
  const at = '2026-01-01T00:00:00.000Z'
  const opened = recorded(`account-${accountId}`, accountOpened, { account_id: accountId, at })
  for (const event of [opened, ...facts])
    if (dayOf(event.stream) === null) await store.append(event.stream, 'no_stream', [event])
    else await journal.record(event.stream, [event])
  for (const stream of Object.values(POSTS)) {
    const post = { type: 'ProviderPostReceived', data: { body: 'What somebody said' } }
    await journal.record(stream, [recorded(stream, post, { account_id: accountId })])
  }
}

/** An account with more raw events on one day than one batch deletes. @returns the position of the last */
async function crowd(journal: Journal): Promise<bigint> {
  const begin = Date.parse('2026-01-03T01:00:00.000Z')
  const times = Array.from({ length: CROWD.events }, (_, i) => new Date(begin + i * 5))
  let last = 0n
  for (let i = 0; i < times.length; i += 400)
    last = await record(journal, CROWD.account, CROWD.connection, times.slice(i, i + 400))
  return last
}

/** Raw events of one day. @returns the position of the last */
async function record(
  journal: Journal,
  account_id: string,
  connection_id: string,
  times: readonly Date[],
): Promise<bigint> {
  const stream = dayStream('providerEvent', connection_id, times[0] ?? NOW)
  const events = times.map((time) => {
    const at = time.toISOString()
    const data = {
      ...{ connection_id, source: 'official', event: 'messages', payload: {} },
      ...{ body: null, signature: null, body_sha256: 'x', received_at: at },
    }
    return recorded(stream, { type: 'ProviderEventReceived', data }, { account_id, at })
  })
  return (await journal.record(stream, events)).position
}

function streamsOf(facts: readonly RecordedEvent[], category: string): string[] {
  const all = facts.map(({ stream }) => stream)
  return [...new Set(all.filter((stream) => stream.startsWith(`${category}-`)))].sort()
}

async function gone(store: EventStore, facts: readonly RecordedEvent[], category: string) {
  const found: string[] = []
  for (const stream of streamsOf(facts, category))
    if ((await store.readLast(stream)) === null) found.push(stream)
  return found
}

async function applications(store: EventStore, account: string) {
  const all: RetentionApplied['data'][] = []
  for await (const { data } of store.readStream(`retention-${account}`)) all.push(data as never)
  return all
}

/** The log as read after the server was scavenged. */
async function scavengedOf(
  store: EventStore,
  facts: readonly RecordedEvent[],
): Promise<EventStore> {
  const deleted = new Set([
    ...(await gone(store, facts, 'providerEvent')),
    ...(await gone(store, facts, 'webhookDelivery')),
    CROWDED,
  ])
  return {
    ...store,
    async *subscribe(options) {
      for await (const item of store.subscribe(options))
        if (item.kind !== 'event' || !deleted.has(item.event.stream)) yield item
    },
  }
}

/** A log that fails for one account only. */
function failingFor(store: EventStore, account: string): EventStore {
  return {
    ...store,
    async append(stream, ...rest) {
      if (stream === `retention-${account}`) throw new Error('a fault of this account')
      return store.append(stream, ...rest)
    },
  }
}

/** Says that all facts are leaves of trees. */
async function sealed(store: EventStore): Promise<void> {
  const [stream, sealed_at] = ['seal-installation', NOW.toISOString()]
  const fact = { type: 'LogSealed', data: { through: Number.MAX_SAFE_INTEGER, sealed_at } }
  const event = recorded(stream, fact, { account_id: accountId })
  const metadata = { ...event.metadata, account_id: null }
  await store.append(stream, 'no_stream', [{ ...event, metadata }])
}

async function saveIntake(url: string, position: bigint): Promise<void> {
  const pool = openPool(url, { max: 1 })
  await saveIntakeCheckpoint(pool as never, { position, event_id: randomUUID() })
  await pool.end()
}

type Reading = Awaited<ReturnType<typeof reading>>

async function reading(t: Test, store: EventStore) {
  const database = await testDatabase('retention_read')
  const pool = openPool(database.url, { max: 2, searchPath: 'read_1' })
  const stopping = new AbortController()
  const { signal } = stopping
  const options = { store, databaseUrl: database.url, schema: 'read_1', projections, log, signal }
  const done = runProjector(options)
  t.teardown(async () => {
    stopping.abort()
    await done
    await pool.end()
    await database.drop()
  })
  const rows = async (text: string) => {
    const found = await pool.query<Record<string, unknown>>(text).catch((error) => {
      if (error.code === '42P01') return { rows: [] }
      throw error
    })
    return found.rows
  }
  return { url: database.url, rows }
}

async function caughtUp({ rows }: Reading, head: bigint | null) {
  const text = 'select position from checkpoint'
  const isThere = async () => Number((await rows(text))[0]?.position ?? -1) >= Number(head)
  await eventually(isThere)
  return {
    raw: await rows('select doc, doc_end from raw_events order by account_id, account_pos'),
    parts: await rows('select id, body from raw_event_parts order by id'),
    asides: await rows('select * from set_aside_posts order by id'),
    deliveries: await rows('select doc from deliveries order by account_pos'),
    events: await rows('select * from outbound_events order by log_id'),
    queues: await rows('select id, pending from endpoint_queues order by id'),
    totals: await rows('select id, n from list_totals where n > 0 order by id'),
    facets: await rows('select list, n from list_blocks where lvl = 63 and n <> 0 order by list'),
    retention: await rows('select * from retention order by id'),
  }
}

function lettingGo(
  { store, vault }: { store: EventStore; vault: Vault },
  databaseUrl: string,
  now: Date,
) {
  const stopping = new AbortController()
  const done = runRetention({
    ...{ store, databaseUrl, schema: 'read_1', log, signal: stopping.signal, keptDays },
    ...{ vault, cache: aggregateCache(), mutex: streamMutex(), lookMs: 100 },
    now: () => now,
    newId: randomUUID,
  })
  return {
    async end() {
      stopping.abort()
      await done
    },
  }
}
