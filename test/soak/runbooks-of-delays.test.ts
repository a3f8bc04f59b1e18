import { randomUUID } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { openPool } from '@recado/infra/postgres/pool'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { projectionsOf } from '@recado/projectors/projections'
import { fillUpTo } from '@recado/tools/rebuild/fill'
import { type Test, test } from 'tap'
import { deliveriesOf } from '../kit/deliveries.ts'
import { eventually } from '../kit/eventually.ts'
import { keyedLog } from '../kit/keyed-log.ts'
import { measured, sumOf, thresholdOf, toldOf } from '../kit/measured.ts'
import { testDatabase } from '../kit/postgres.ts'
import { startProduct } from '../kit/product.ts'
import { environmentOf, startProcess } from '../kit/product-process.ts'
import { tcpProxy } from '../kit/tcp-proxy.ts'
import { setConnectionStatus } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { given } from '../projectors/relay/relaying.ts'
import { graphPost, rawOf, textMessage } from '../translation/graph-post.ts'

// Like runbooks.test.ts, for the alerts on delays.

type Page = { readonly pagination: { readonly total: number } }
type Status = {
  readonly data: {
    readonly read_models: { readonly stuck_since: string | null; readonly reason: string | null }
  }
}
type Config = ReturnType<typeof world.product>['config']

const HOUR = 3_600_000
const READS = ['/contacts', '/messages', '/stages']

const database = await testDatabase('recado')
const url = new URL(database.url)
const wire = await tcpProxy(Number(url.port))
url.port = String(wire.port)
const world = await startWorld({
  settings: { DATABASE_URL: url.href },
  // Retries last long enough for the test to see a failing delivery before it is dead.
  dispatchTimes: { schedule: [0, ...Array(6).fill(500)], restMs: 100, sweepMs: 100, renewMs: 200 },
})
const { connection, customer, tenant } = world
const direct = openPool(database.url, { max: 2, searchPath: READ_SCHEMA })
const figure = (series: RegExp) => measured(world.product(), series)
const ago = (ms: number) => new Date(Date.now() - ms)

test('runbooks of delays', async (t) => {
  t.teardown(async () => {
    await world.stop()
    await direct.end()
    await wire.close()
    await database.drop()
  })
  await t.test('requests slow: every route, while Postgres is slow', allSlow)
  await t.test('requests slow: one route, found by its statement', oneSlow)
  await t.test('event loop delayed: a process that gets too little CPU', loopDelayed)
  await t.test(
    'deliveries old: the customer repairs the endpoint and recovers the deliveries',
    deliveriesOld,
  )
  await t.test('intake behind: the read models are repaired first', intakeBehind)
})

/** The routes with a read during `reading` that took longer than the alert's threshold. */
async function lateRoutes(reading: () => Promise<unknown>): Promise<readonly string[]> {
  const le = await thresholdOf('RequestsSlow')
  const late = (told: string, path: string) => {
    const upTo = (bound: string) =>
      new RegExp(
        `^recado_http_request_seconds_bucket\\{le="${bound}",method="GET",route="/api/v1${path}"`,
      )
    return sumOf(told, upTo('\\+Inf')) - sumOf(told, upTo(String(le)))
  }
  const before = await toldOf(world.product())
  await reading()
  const after = await toldOf(world.product())
  return READS.filter((path) => late(after, path) > late(before, path))
}

async function readAll(): Promise<void> {
  for (const path of READS)
    await eventually(async () => (await world.api().get(path)).status === 200)
}

async function allSlow(t: Test): Promise<void> {
  await readAll()
  wire.delay(1_050)
  t.same(await lateRoutes(readAll), READS)
  wire.heal()
  await eventually(async () => (await lateRoutes(readAll)).length === 0)
}

async function oneSlow(t: Test): Promise<void> {
  const holder = await direct.connect()
  await holder.query('begin; lock table contacts in access exclusive mode')
  const late = await lateRoutes(async () => {
    const answer = world.api().get('/contacts')
    const waiting = `select query from pg_stat_activity
      where wait_event_type = 'Lock' and now() - query_start > interval '1100 ms'`
    const { rows } = await eventually(async () => {
      const found = await direct.query<{ query: string }>(waiting)
      return found.rows.length > 0 && found
    })
    t.match(rows[0]?.query, /contacts/)
    await holder.query('rollback')
    t.equal((await answer).status, 200)
  })
  holder.release()
  t.ok(late.includes('/contacts'), 'RequestsSlow')
  await eventually(async () => (await lateRoutes(readAll)).length === 0)
}

async function loopDelayed(t: Test): Promise<void> {
  const { child, internal, kill } = await startProcess(
    'query-api',
    environmentOf(world.product().config),
  )
  t.teardown(kill)
  const most = await thresholdOf('EventLoopDelayed')
  const delayed = async () => {
    const answer = await fetch(`http://127.0.0.1:${internal}/metrics`)
    return sumOf(await answer.text(), /^nodejs_eventloop_lag_p99_seconds /)
  }
  // As on a machine without free CPU, the process runs only for short moments.
  let runs = false
  const starving = setInterval(() => {
    runs = !runs
    child.kill(runs ? 'SIGCONT' : 'SIGSTOP')
  }, 2_000 * most)
  await eventually(async () => (await delayed()) > most)
  clearInterval(starving)
  child.kill('SIGCONT')
  await eventually(async () => (await delayed()) < most)
}

async function deliveriesOld(t: Test): Promise<void> {
  const api = world.api()
  await api.put('/webhooks', { connection_id: connection.id, url: customer.url })
  customer.answers(500)
  // A change dated 48 hours back: its delivery is refused for that long.
  const product = world.product()
  const old = { ...product, deps: { ...product.deps, now: () => ago(48 * HOUR) } }
  await setConnectionStatus(old, tenant.id, connection.id, 'disconnected')
  const oldest = () => figure(/^recado_deliveries_oldest_seconds /)
  const threshold = await thresholdOf('DeliveriesOld')
  await eventually(async () => (await oldest()) > threshold)
  await eventually(async () => (await deliveriesOf(api, 'status=dead')).length === 1)
  await eventually(async () => (await oldest()) === 0)
  customer.answers(200)
  const body = { connection_id: connection.id, since: ago(72 * HOUR) }
  t.match(await api.post('/webhooks/recover', body), { status: 202 })
  await eventually(() => customer.types().includes('whatsapp.connection.updated'))
  await setConnectionStatus(product, tenant.id, connection.id, 'connected')
}

async function intakeBehind(t: Test): Promise<void> {
  const id = `wamid.${randomUUID()}`
  const { rows } = await direct.query('select event_position from checkpoint')
  const threshold = await thresholdOf('IntakeBehind')
  t.equal((await world.api().post('/contacts', { phone: '5531987650009' })).status, 201)
  await world.restart(async (config) => {
    await makeAnewUpTo(BigInt(rows[0].event_position), config)
    const workers = await startProduct({ servers: { ...config, PROJECTORS_ROLE: 'workers' } })
    await workers.deps.store.append(...postedLongAgo(id))
    const lag = () => measured(workers, /^recado_intake_lag_seconds /)
    await eventually(async () => (await lag()) > threshold)
    const { read_models } = await eventually(async () => {
      const { data } = (await workers.operator.get<Status>('/status')).body
      return data.read_models.stuck_since !== null && data
    })
    t.match(read_models.reason, /no process/)
    await workers.stop()
  })
  await eventually(async () => (await figure(/^recado_intake_lag_seconds /)) === 0)
  await eventually(async () => {
    const path = `/messages?provider_message_id=${encodeURIComponent(id)}`
    return (await world.api().get<Page>(path)).body.pagination.total === 1
  })
}

/** As after a release with other tables: the new read models end at one fact, and no process maintains them. */
async function makeAnewUpTo(place: bigint, config: Config): Promise<void> {
  const { store } = keyedLog(config)
  await direct.query(`drop schema ${READ_SCHEMA} cascade`)
  const { signal } = new AbortController()
  const { personIds } = world.product().deps
  const filling = {
    store,
    databaseUrl: database.url,
    projections: projectionsOf(PROVIDERS, personIds),
    partitions: 1,
    client: direct,
    signal,
    note: () => undefined,
  }
  await fillUpTo(filling, READ_SCHEMA, place)
  await store.close()
}

/** A text that a provider posted an hour ago, as the hook has recorded it. */
function postedLongAgo(id: string): Parameters<EventStore['append']> {
  const { phone_number_id, phone_number_digits: display_phone_number } = connection
  const metadata = { phone_number_id, display_phone_number }
  const posted = rawOf(graphPost({ metadata, messages: [textMessage(id)] }))
  const recorded_at = ago(HOUR).toISOString()
  const data = { ...posted, connection_id: connection.id, received_at: recorded_at }
  const fact = { type: 'ProviderEventReceived', data }
  const event = given(fact, { metadata: { account_id: tenant.id, recorded_at } })
  return [`providerEvent-${connection.id}.20260101`, 'no_stream', [event]]
}
