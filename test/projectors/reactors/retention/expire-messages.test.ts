import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import type { MessagesExpired } from '@recado/domain/retention/events'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { runRetention } from '@recado/projectors/reactors/retention/run-retention'
import pino from 'pino'
import { type Test, test } from 'tap'
import { accountId, accountOpened } from '../../../examples/account.ts'
import { textReceived } from '../../../examples/conversation-facts.ts'
import { startStore } from '../../../kit/event-store.ts'
import { eventually } from '../../../kit/eventually.ts'
import { testDatabase } from '../../../kit/postgres.ts'
import { recorded } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'

const log = pino({ level: 'silent' })
const MESSAGES = 2_600
/** All of them within eight days. */
const EVERY_MS = 4 * 60_000
const BEGIN = Date.parse('2026-01-01T00:00:00.000Z')
const NOW = new Date('2026-01-09T10:00:00.000Z')
const SINCE = '2026-01-06T00:00:00.000Z'
const DUE = (Date.parse(SINCE) - BEGIN) / EVERY_MS

test('what was said expires in portions, and its keys once the rows have lost it', async (t) => {
  const server = await startStore('expiry_store')
  t.teardown(() => server.stop())
  const { store } = connectEventStore(server.url, { appendDeadlineMs: 60_000 })
  t.teardown(() => store.close())
  await written(store)
  const read = await reading(t, store)
  const withWords = async () =>
    Number((await read.rows('select count(*) as n from messages where has_words'))[0]?.n)
  await eventually(async () => (await withWords()) === MESSAGES)

  const asked: { before: string; left: number }[] = []
  const expire = async (before: Date) => {
    asked.push({ before: before.toISOString(), left: (await withWords()) - (MESSAGES - DUE) })
    if (asked.length <= 2) throw new Error('the vault is away')
  }
  const kept = (messages: number | null) => lettingGo(store, read.url, { messages, expire })

  await t.test('nothing does while no days are set', async (t) => {
    const letting = kept(null)
    await eventually(async () => (await read.rows('select 1 from retention')).length === 0)
    await letting.end()
    t.same(await expiries(store, accountId), [])
    t.same(asked, [])
  })

  await t.test('a vault that is away is asked again, also by the next leader', async (t) => {
    const letting = kept(3)
    await eventually(() => asked.length >= 3)
    await letting.end()
    t.equal(await withWords(), MESSAGES - DUE)
    for (const one of asked) t.same(one, { before: SINCE, left: 0 })
  })

  await t.test('a start repeats no fact', async (t) => {
    const before = asked.length
    const letting = kept(3)
    await eventually(() => asked.length > before)
    await letting.end()
    const said = await expiries(store, accountId)
    t.equal(said.length, Math.ceil(DUE / 1_000))
    t.equal(said.at(-1)?.before, SINCE)
    t.same(
      said,
      said.toSorted((a, b) => (a.before < b.before ? -1 : 1)),
    )
    t.equal((await expiries(store, 'installation')).length, 1)
  })
})

async function written(store: EventStore): Promise<void> {
  const of = { account_id: accountId }
  const account = `account-${accountId}`
  await store.append(account, 'no_stream', [recorded(account, accountOpened, of)])
  const ids = Array.from({ length: MESSAGES }, () => randomUUID())
  const append = async (id: string, n: number) => {
    const at = new Date(BEGIN + n * EVERY_MS).toISOString()
    const fact = recorded(`message-${id}`, textReceived(id, `wamid.${n}`), { ...of, at })
    await store.append(`message-${id}`, 'no_stream', [fact])
  }
  for (let n = 0; n < ids.length; n += 100)
    await Promise.all(ids.slice(n, n + 100).map((id, i) => append(id, n + i)))
}

async function expiries(store: EventStore, of: string): Promise<MessagesExpired['data'][]> {
  const found: MessagesExpired['data'][] = []
  for await (const { type, data } of store.readStream(`retention-${of}`))
    if (type === 'MessagesExpired') found.push(data as MessagesExpired['data'])
  return found
}

async function reading(t: Test, store: EventStore) {
  const database = await testDatabase('expiry_read')
  const pool = openPool(database.url, { max: 2, searchPath: 'read_1' })
  const stopping = new AbortController()
  const { signal } = stopping
  const of = { store, databaseUrl: database.url, schema: 'read_1', projections, log, signal }
  const done = runProjector(of)
  t.teardown(async () => {
    stopping.abort()
    await done
    await pool.end()
    await database.drop()
  })
  const rows = async (text: string) =>
    (await pool.query<Record<string, unknown>>(text).catch(() => ({ rows: [] }))).rows
  return { url: database.url, rows }
}

type Kept = { messages: number | null; expire: (before: Date) => Promise<void> }

function lettingGo(store: EventStore, databaseUrl: string, { messages, expire }: Kept) {
  const stopping = new AbortController()
  const keptDays = { providerEvent: 400, webhookDelivery: 400, messages }
  const vault = {
    now: async () => new Date(),
    factKeys: { expire, destroy: async () => undefined },
  }
  const done = runRetention({
    ...{ store, databaseUrl, schema: 'read_1', log, signal: stopping.signal, keptDays },
    ...{ cache: aggregateCache(), mutex: streamMutex(), lookMs: 100, vault },
    now: () => NOW,
    newId: randomUUID,
  })
  return {
    async end() {
      stopping.abort()
      await done
    },
  }
}
