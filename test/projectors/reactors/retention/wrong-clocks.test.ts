import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { DAY_MS } from '@recado/domain/durations'
import { keptSince } from '@recado/domain/retention/deletable-day'
import { type EventStore, type Journal, keysOf } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { dayStream } from '@recado/infra/event-store/journal'
import { createLogger } from '@recado/infra/logger'
import { openPool } from '@recado/infra/postgres/pool'
import { openVault } from '@recado/infra/vault/open-vault'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { saveIntakeCheckpoint } from '@recado/projectors/intake/intake-tables'
import { runRetention } from '@recado/projectors/reactors/retention/run-retention'
import { type Test, test } from 'tap'
import { accountId, accountOpened } from '../../../examples/account.ts'
import { connectionId } from '../../../examples/connection.ts'
import { textReceived } from '../../../examples/conversation-facts.ts'
import { startStore } from '../../../kit/event-store.ts'
import { eventually } from '../../../kit/eventually.ts'
import { testDatabase } from '../../../kit/postgres.ts'
import { moveVaultClock } from '../../../kit/postgres-clock.ts'
import { recorded } from '../../../kit/projecting.ts'
import { projections } from '../../../kit/projections.ts'

const DAYS = 90
const AHEAD = 200
const CLOCK_WAS_WRONG = 'a clock that was wrong'
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS)
/** As a leader named it that trusted its clock. */
const TOO_LATE = keptSince(inDays(AHEAD), DAYS)
const of = { account_id: accountId }

test('a wrong clock destroys nothing', async (t) => {
  const place = await openPlace(t)
  const { store, openKeys, leading } = place
  await written(store, place.journal)
  await eventually(async () => (await place.saidIn()).length === 1)
  const isAllThere = async (t: Test, what: string) => {
    t.same(await place.saidIn(), [true], what)
    t.equal(await openKeys(), 2, `${what}: another process can read the log`)
  }

  await t.test('a leader whose clock is ahead does nothing, and says so', async (t) => {
    const wrong = leading(AHEAD)
    await eventually(() => wrong.lines.filter(({ err }) => err?.type === 'ClockAhead').length > 1)
    await wrong.end()
    t.same(await announced(store), [])
    await isAllThere(t, 'ahead')
  })

  await t.test('a clock that is behind keeps what is due, and says so', async (t) => {
    const wrong = leading(-AHEAD)
    await eventually(() => wrong.lines.some(({ msg }) => msg.includes('is behind')))
    await wrong.end()
    await isAllThere(t, 'behind')
  })

  await t.test('once the clock is right everything goes on', async (t) => {
    const right = leading(0)
    const since = keptSince(new Date(), DAYS)
    await eventually(async () => (await keysGoTo(store)) === since)
    await right.end()
    t.same(right.lines, [])
    await isAllThere(t, 'right')
  })

  await t.test(
    'what a wrong clock has made the log say is not done, neither at once nor when it is past',
    async (t) => {
      const data = { account_id: null, before: TOO_LATE, expired_at: TOO_LATE }
      await say(store, 'installation', { type: 'MessagesExpired', data })
      for (const days of [0, AHEAD]) {
        await place.moveVault(days)
        const next = leading(days, null)
        await eventually(() => next.lines.some(({ msg }) => msg.includes(CLOCK_WAS_WRONG)))
        await next.end()
        await isAllThere(t, `${days} days later`)
      }
    },
  )

  await t.test('a raw event of today stays, whatever time a wrong clock has named', async (t) => {
    await place.moveVault(0)
    await say(store, accountId, {
      type: 'RetentionApplied',
      data: { ...of, category: 'providerEvent', before: TOO_LATE, applied_at: TOO_LATE },
    })
    await place.nothingWaits()
    const right = leading(0)
    const since = keptSince(new Date(), DAYS)
    await eventually(async () => (await keysGoTo(store)) === since)
    await right.end()
    t.not(await store.readLast(dayStream('providerEvent', connectionId, new Date())), null)
  })

  await t.test('by both clocks it goes when it is due', async (t) => {
    await place.moveVault(AHEAD + 1)
    const right = leading(AHEAD + 1)
    await eventually(async () => (await openKeys()) === 0)
    t.same(await place.saidIn(), [false])
    await right.end()
  })
})

/** A message of today, and a raw event. */
async function written(store: EventStore, journal: Journal): Promise<void> {
  const at = new Date().toISOString()
  const [account, id] = [`account-${accountId}`, randomUUID()]
  await store.append(account, 'no_stream', [recorded(account, accountOpened, { ...of, at })])
  const { type, data } = textReceived(id, 'wamid.1', { text: 'Jabuticaba' })
  const fact = { type, data: { ...data, recorded_at: at } }
  const received = recorded(`message-${id}`, fact, { ...of, at })
  await store.append(`message-${id}`, 'no_stream', [received])
  const stream = dayStream('providerEvent', connectionId, new Date())
  const raw = {
    ...{ connection_id: connectionId, source: 'official', event: 'messages', payload: {} },
    ...{ body: null, signature: null, body_sha256: 'x', received_at: at },
  }
  await journal.record(stream, [
    recorded(stream, { type: 'ProviderEventReceived', data: raw }, { ...of, at }),
  ])
}

/** The times before which the log says that something is destroyed. */
async function announced(store: EventStore): Promise<string[]> {
  const found: string[] = []
  for await (const { type, data } of store.readAll({ from: 'start' }))
    if (type === 'MessagesExpired' || type === 'RetentionApplied')
      found.push(String(Reflect.get(data, 'before')))
  return found
}

/** The time before which the log said last that keys of all accounts are destroyed. */
async function keysGoTo(store: EventStore): Promise<unknown> {
  const last = await store.readLast('retention-installation')
  return last?.type === 'MessagesExpired' && Reflect.get(last.data, 'before')
}

/** Appends what the log would not say by a right clock. */
async function say(store: EventStore, id: string, fact: { type: string; data: object }) {
  const stream = `${fact.type === 'LogSealed' ? 'seal' : 'retention'}-${id}`
  const last = await store.readLast(stream)
  const event = recorded(stream, fact, of)
  const account_id = id === accountId ? id : null
  const metadata = { ...event.metadata, account_id }
  await store.append(stream, last?.revision ?? 'no_stream', [{ ...event, metadata }])
}

async function openPlace(t: Test) {
  const server = await startStore('clocks_store')
  t.teardown(() => server.stop())
  const [read, kept] = [await testDatabase('clocks_read'), await testDatabase('clocks_vault')]
  const config = { VAULT_URL: kept.url, VAULT_KEY: Buffer.alloc(32, 7), VAULT_KEY_BEFORE: null }
  const vault = openVault({ ...config, FACT_KEYS: 'own' })
  const { store, journal } = connectEventStore(server.url, {
    keys: vault.factKeys,
    appendDeadlineMs: 60_000,
  })
  const pool = openPool(read.url, { max: 2, searchPath: 'read_1' })
  const stopping = new AbortController()
  const silent = createLogger('clocks', 'silent')
  const reading = { store, databaseUrl: read.url, schema: 'read_1', log: silent, projections }
  const done = runProjector({ ...reading, signal: stopping.signal })
  t.teardown(async () => {
    stopping.abort()
    await done
    await Promise.all([store.close(), vault.close(), pool.end()])
    await Promise.all([read.drop(), kept.drop()])
  })
  return {
    store,
    journal,
    moveVault: (days: number) => moveVaultClock(vault, kept.url, days),
    /** Everything is sealed, and read by intake. */
    async nothingWaits() {
      const through = Number.MAX_SAFE_INTEGER
      const sealed = { through, sealed_at: new Date().toISOString() }
      await say(store, 'installation', { type: 'LogSealed', data: sealed })
      const position = (await store.head()) ?? 0n
      await saveIntakeCheckpoint(pool as never, { position, event_id: randomUUID() })
    },
    /** Of each message, whether its row has what was said. */
    async saidIn() {
      const { rows } = await pool.query<{ doc: string }>('select doc from messages')
      return rows.map(({ doc }) => doc.includes('Jabuticaba'))
    },
    /** Keys of what was said that a process finds which remembers none. */
    async openKeys() {
      const other = openVault(config)
      const kids: string[] = []
      for await (const fact of store.readAll({ from: 'start' }))
        kids.push(...keysOf(fact).filter((kid) => kid.startsWith('s')))
      const left = await other.factKeys.left(kids)
      await other.close()
      return left.size
    },
    /** Leads retention, with a clock that is so many days ahead. */
    leading(days: number, messages: number | null = DAYS) {
      const ending = new AbortController()
      const lines: { msg: string; err?: { type: string } }[] = []
      const log = createLogger('clocks', 'warn', {
        write: (line) => void lines.push(JSON.parse(line)),
      })
      const led = runRetention({
        ...{ store, vault, log, databaseUrl: read.url, schema: 'read_1', lookMs: 50 },
        ...{ cache: aggregateCache(), mutex: streamMutex(), newId: randomUUID },
        signal: ending.signal,
        keptDays: { providerEvent: DAYS, webhookDelivery: DAYS, messages },
        now: () => inDays(days),
      })
      const end = async () => {
        ending.abort()
        await led
      }
      return { lines, end }
    },
  }
}
