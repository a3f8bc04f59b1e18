import { randomBytes } from 'node:crypto'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as after } from 'node:timers/promises'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { buildApp } from '@recado/query-api/app'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { residentMb } from '../kit/processes.ts'
import { environmentOf, startProcess } from '../kit/product-process.ts'
import { sharedProduct } from '../kit/shared-product.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'

const product = await sharedProduct()
const tenant = await openTenant(product)
const connection = await addOfficial(product, tenant.id)
// A pool of their own, so that only these tests take its connections.
const pool = openPool(product.config.DATABASE_URL, { max: 4, searchPath: READ_SCHEMA })
let taken = 0
pool.on('acquire', () => {
  taken += 1
})
const ROWS = 205
const LIMIT = 200
const BYTES = 800_000
/** More than the system buffers of a connection hold. */
const SLOW_BYTES = 5 * 1024 * 1024

// Rows as intake would leave them after as many POSTs of 800 kB: mostly incompressible, every seventh small.
const large = randomBytes((BYTES / 4) * 3).toString('base64')
const AT_ONCE = 41
for (let first = 0; first < ROWS; first += AT_ONCE)
  await pool.query(
    `insert into raw_events (id, account_id, connection_id, source, event, known_event, log_id, position, account_pos, received_at, doc)
     select gen_random_uuid(), $1, $2, 'official', 'messages', 'messages', n, n, n, '2026-01-01T00:00:00Z', json_build_object(
       'id', n, 'source', 'official', 'event', 'messages', 'connection_id', $2::uuid,
       'payload', json_build_object('text', case when n % 7 = 0 then 'small, "ç"' else $3::text end),
       'created_at', '2026-01-01T00:00:00.000Z')
     from generate_series($4::int, $5::int) n`,
    [tenant.id, connection.id, large, first, first + AT_ONCE - 1],
  )
const list = `raw_events.account:${tenant.id}`
await pool.query('insert into list_totals (id, n, next_pos) values ($1, $2, $2)', [list, ROWS])
await pool.query(
  `insert into list_blocks (lvl, list, b, n)
   select lvl, of, n / size as b, count(*) from generate_series(0, $3 - 1) n, unnest($1::text[]) of,
     (values (6, 64), (12, 4096), (18, 262144), (63, $3)) levels (lvl, size)
   where lvl < 63 or of <> $2 group by lvl, of, b`,
  [[list, `${list}:official.${connection.id}.messages`], list, ROWS],
)

const app = await buildApp({ ...product.deps, pool, checkReplies: false, readerMs: 10_000 })
await app.listen({ port: 0, host: '127.0.0.1' })
file.teardown(async () => {
  await app.close()
  await pool.end()
})
const { port: ownPort } = app.server.address() as AddressInfo

const path = '/api/v1/webhook-events?'

function asked(port: number, query = `limit=${LIMIT}`): Promise<IncomingMessage> {
  const headers = { authorization: `Bearer ${tenant.key}` }
  return new Promise((resolve, reject) => {
    const options = { port, path: path + query, headers, agent: false }
    get(options, resolve).on('error', reject)
  })
}

type Page = { data: { id: number; payload: { text: string } }[]; pagination: object }

test('a page of large events has as many items as requested, in order', async (t) => {
  const answer = await asked(ownPort)
  const chunks = await answer.toArray()
  const page: Page = JSON.parse(Buffer.concat(chunks).toString())
  t.match(answer.headers, { 'content-type': 'application/json; charset=utf-8' })
  t.same(
    page.data.map(({ id }) => id),
    Array.from({ length: LIMIT }, (_, i) => ROWS - 1 - i),
  )
  t.same(page.pagination, { limit: LIMIT, offset: 0, total: ROWS, next_offset: LIMIT })
  const isWhole = ({ id, payload }: Page['data'][number]) =>
    id % 7 === 0 ? payload.text === 'small, "ç"' : payload.text.length > BYTES * 0.9
  t.ok(page.data.every(isWhole))
})

test('the reply matches the contract, also when filtered', async (t) => {
  for (const query of ['limit=3', 'limit=40&offset=190', 'limit=9&event=messages&offset=5']) {
    const { status, body } = await tenant.api.get<Page>(`/webhook-events?${query}`)
    t.equal(status, 200, query)
    const { searchParams } = new URL(`http://x/?${query}`)
    const first = ROWS - 1 - Number(searchParams.get('offset'))
    const length = Math.min(Number(searchParams.get('limit')), first + 1)
    t.same(
      body.data.map(({ id }) => id),
      Array.from({ length }, (_, i) => first - i),
    )
  }
})

test('three slow readers cost little memory and hold no connection', async (t) => {
  const api = await startProcess('query-api', environmentOf(product.config))
  t.teardown(() => api.kill())
  // Memory that is used once, such as for compiled code, must not count. The second event is a small one.
  for (let i = 0; i < 400; i++) await drained(await asked(api.port, 'limit=1&offset=1'))
  const before = await residentMb(api.child.pid)
  const readers = await Promise.all([1, 2, 3].map(() => asked(api.port)))
  let most = 0
  const watch = setInterval(async () => {
    most = Math.max(most, await residentMb(api.child.pid))
  }, 50)
  const read = await Promise.all(readers.map((reader) => slowly(reader, SLOW_BYTES)))
  clearInterval(watch)
  for (const bytes of read) t.ok(bytes >= SLOW_BYTES)
  t.comment(`${before} before, ${most} at most`)
  t.ok(most - before <= 64, `${most - before} MiB`)
  await eventually(async () => (await held()) === 0)
})

test('no connection is held for a reader that has stopped, and that reader is cut off in the end', async (t) => {
  const before = taken
  const reader = await asked(ownPort)
  const ended = new Promise<string>((resolve) => {
    reader.once('error', ({ message }) => resolve(message))
  })
  let [seen, calm] = [before, 0]
  await eventually(() => {
    calm = taken === seen && isIdle() ? calm + 1 : 0
    seen = taken
    return taken > before && calm === 10
  })
  t.equal(await connectionsOf(app.server), 1, 'the reading rests while the reader is still there')
  await eventually(async () => (await connectionsOf(app.server)) === 0)
  reader.resume()
  t.equal(await ended, 'aborted')
})

test('a reader that disconnects ends the reading', async (t) => {
  const before = taken
  const reader = await asked(ownPort)
  t.ok(taken > before, 'the reading has begun')
  reader.destroy()
  await eventually(async () => (await connectionsOf(app.server)) === 0)
  await eventually(isIdle)
  const after = taken
  await drained(await asked(ownPort, 'limit=1&offset=1'))
  t.ok(taken - after <= 2, 'nothing but the small page was read')
})

test('a failure before the first byte is answered as a problem', async (t) => {
  const query = () => Promise.reject(new Error('Connection terminated'))
  const broken = { query, options: product.deps.pool.options }
  const failing = await buildApp({ ...product.deps, pool: broken as never })
  t.teardown(() => failing.close())
  const headers = { authorization: `Bearer ${tenant.key}` }
  t.match(await failing.inject({ url: path, headers }), { statusCode: 503 })
})

test('a row that is deleted meanwhile is left out', async (t) => {
  const reader = await asked(ownPort)
  await pool.query('delete from raw_events where account_id = $1 and log_id = 10', [tenant.id])
  const page: Page = JSON.parse(Buffer.concat(await reader.toArray()).toString())
  t.equal(page.data.length, LIMIT - 1)
  t.notOk(page.data.some(({ id }) => id === 10))
})

function isIdle(): boolean {
  return pool.idleCount === pool.totalCount
}

async function drained(reader: IncomingMessage): Promise<void> {
  for await (const _ of reader);
}

/** Reads about 1 MB per second, until `enough` bytes. @returns the number of bytes read */
async function slowly(reader: IncomingMessage, enough: number): Promise<number> {
  let bytes = 0
  for await (const chunk of reader) {
    bytes += chunk.length
    if (bytes >= enough) break
    await after(chunk.length / 1_000)
  }
  return bytes
}

/** The number of connections that hold a transaction open. */
async function held(): Promise<number> {
  const { rows } = await pool.query<{ n: number }>(
    `select count(*) as n from pg_stat_activity
     where datname = current_database() and state = 'idle in transaction'`,
  )
  return rows[0]?.n ?? -1
}

function connectionsOf(server: typeof app.server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
  })
}
