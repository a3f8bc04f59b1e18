import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { slotsWith } from '@recado/infra/concurrency/shared-slots'
import { tenantShares } from '@recado/infra/concurrency/tenant-shares'
import { unavailable } from '@recado/infra/http/http-problem'
import { raw, sql } from '@recado/infra/postgres/sql'
import { buildApp } from '@recado/query-api/app'
import { inTurn } from '@recado/query-api/routing/in-turn'
import { queryRoute } from '@recado/query-api/routing/query-route'
import pg from 'pg'
import { t as file, test } from 'tap'
import { z } from 'zod'
import { browser, signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { addOfficial, issueKey, openTenant } from '../kit/tenants.ts'

// With a pool of 4, one account gets at most 3 connections.
const product = await sharedProduct({ settings: { DATABASE_POOL: '4' } })
const { deps, config } = product

const LOCK = 4_711
const blocker = new pg.Client(config.DATABASE_URL)
await blocker.connect()
file.teardown(() => blocker.end())

const stuck = queryRoute({
  url: '/stuck',
  summary: 'Wait for a lock',
  reply: z.object({ ok: z.boolean() }),
  answer: async (_, run) => {
    await run(sql`select pg_advisory_xact_lock_shared(${raw(String(LOCK))})`)
    return { ok: true }
  },
})
const names = queryRoute({
  url: '/names',
  summary: 'List names',
  reply: z.object({ data: z.array(z.object({ name: z.string() })) }),
  answer: async ({ account }, run) => ({
    data: await run<{ name: string }>(sql`
      select name from stages where account_id = ${account.id} order by position`),
  }),
})

test('an account with many slow reads does not delay another account', async (t) => {
  const app = await buildApp(deps, [stuck, names])
  t.teardown(() => app.close())
  const [greedy, other] = [await openTenant(product), await openTenant(product)]
  const get = (key: string, url: string, headers: object = {}) =>
    app.inject({ url: `/api/v1${url}`, headers: { authorization: `Bearer ${key}`, ...headers } })
  t.equal((await get(greedy.key, '/names')).statusCode, 200)
  t.equal((await get(other.key, '/names')).statusCode, 200)
  await blocker.query('select pg_advisory_lock($1)', [LOCK])
  const slow = Array.from({ length: 12 }, (_, n) =>
    get(greedy.key, '/stuck', n % 2 ? { 'x-min-event-position': '0' } : {}),
  )
  for (let n = 0; n < 5; n++) {
    t.equal((await get(other.key, '/names')).statusCode, 200)
    const key = await issueKey(product, other.id, ['read'])
    t.equal((await get(key.key, '/names', { 'x-min-event-position': '0' })).statusCode, 200)
  }
  await blocker.query('select pg_advisory_unlock($1)', [LOCK])
  const codes = (await Promise.all(slow)).map(({ statusCode }) => statusCode)
  t.ok(
    codes.every((code) => code === 200 || code === 503),
    codes.join(),
  )
})

test('who counts rows one by one does so in one read at a time, and its other reads go on', async (t) => {
  const greedy = await openTenant(product)
  const { phone_number_digits } = await addOfficial(product, greedy.id)
  await addOfficial(product, greedy.id, { phone_number_digits })
  const counting = [
    ['sales', '/sales?since=2000-01-01T00:00:00Z'],
    ['contact_connections', `/contacts?connection_id=${phone_number_digits}`],
    ['messages', `/messages?conversation_id=${randomUUID()}&direction=inbound`],
    ['messages', `/messages?contact_id=${randomUUID()}`],
  ] as const
  // Within its transaction the blocker would see one state of it for ever.
  const watcher = new pg.Client(config.DATABASE_URL)
  await watcher.connect()
  t.teardown(() => watcher.end())
  const waiting = async (count: number) => {
    const text = `select count(*)::int as n from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query like '%found as materialized%'`
    return (await watcher.query<{ n: number }>(text)).rows[0]?.n === count
  }
  for (const [table, path] of counting) {
    await blocker.query('begin')
    await blocker.query(`lock table ${READ_SCHEMA}.${table}`)
    const reads = Array.from({ length: 4 }, () => greedy.api.get(path))
    await eventually(() => waiting(1))
    t.equal((await greedy.api.get('/stages')).status, 200, path)
    await blocker.query('rollback')
    for (const { status, body } of await Promise.all(reads)) t.match([status, body], [200])
  }
})

test('a read that waits for its turn at the log holds no connection meanwhile', async (t) => {
  let open = (): void => undefined
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const { store } = deps
  const gated = {
    ...store,
    readStream: store.readStream,
    readLast: store.readLast,
    head: store.head,
    subscribe: store.subscribe,
    async *readAll(options: Parameters<typeof store.readAll>[0]) {
      await gate
      yield* store.readAll(options)
    },
  }
  const queryApp = await buildApp({ ...deps, store: gated })
  t.teardown(() => queryApp.close())
  const tenant = await openTenant(product)
  const page = await signedIn(
    { ...product, queryApp },
    tenant.id,
    `${randomUUID()}@loja.example`,
    'viewer',
  )
  const headers = { 'x-min-event-position': '0' }
  const waiting = Array.from({ length: 12 }, () =>
    page.call({ method: 'GET', path: '/facts', headers }),
  )
  t.equal((await page.get('/session')).status, 200)
  t.equal((await page.get('/stages')).status, 200)
  open()
  for (const { status } of await Promise.all(waiting)) t.equal(status, 200)
  t.equal((await browser({ ...product, queryApp }).get('/stages')).status, 401)
})

test('a read that waits too long for its turn is refused, and never runs', async (t) => {
  const late = () => unavailable('late')
  const turns = slotsWith({ limit: 1, waitMs: 20, late }, tenantShares(1))
  let reads = 0
  let end = (): void => undefined
  const over = new Promise<void>((resolve) => {
    end = resolve
  })
  const handle = async () => {
    reads += 1
    await over
    return { status: 200 }
  }
  const route = inTurn({ handle } as never)
  const input = {
    caller: { account: { id: 'a' }, limitKey: 'a key' },
    request: { place: null },
    reply: { raw: new EventEmitter() },
  }
  const ask = () => route.handle(input as never, { turns } as never)
  const first = ask()
  t.match(await ask().catch((error: unknown) => error), { status: 503 })
  end()
  t.match(await first, { status: 200 })
  t.equal(reads, 1)
  t.match(await ask(), { status: 200 })
})
