import { randomUUID } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { type Test, test } from 'tap'
import { EVERY_FACT } from '../examples/every-fact.ts'
import { startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { jetstreamManager } from '../kit/jetstream-manager.ts'
import { measured, sumOf, thresholdOf, toldOf } from '../kit/measured.ts'
import { testNats } from '../kit/nats.ts'
import { tcpProxy } from '../kit/tcp-proxy.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { given, published } from '../projectors/relay/relaying.ts'
import { graphPost, textMessage } from '../translation/graph-post.ts'

// Like runbooks.test.ts, for failures of servers: the metric of an alert crosses its threshold, and the runbook helps.

type Page = { readonly pagination: { readonly total: number } }
type Failing = { readonly what: string; readonly since: string; readonly why: string }
type Holder = { readonly pid: number }

/** More callers than a pool has connections. */
const CALLERS = 20
const SENDS = 5

const log = await startStore('runbooks')
const nats = await testNats()
const wire = await tcpProxy(Number(new URL(log.url.replace('esdb:', 'http:')).port))
const EVENTSTORE_URL = `esdb://127.0.0.1:${wire.port}?tls=false`
const world = await startWorld({ settings: { EVENTSTORE_URL, NATS_URL: nats.url } })
const { connection } = world
const figure = (series: RegExp) => measured(world.product(), series)

test('runbooks of servers', async (t) => {
  t.teardown(async () => {
    await world.stop()
    await wire.close()
    await Promise.all([log.stop(), nats.stop()])
  })
  await t.test('hooks refused: providers repeat their posts once the log is back', hooksRefused)
  await t.test('server down: a log that can be read but not written is named', appendsRefused)
  await t.test(
    'pool exhausted: the session that blocks the others is found and ended',
    poolExhausted,
  )
  await t.test('relay behind: the limit of the stream is raised', relayBehind)
  await t.test('provider fails: sends wait, and go out once it recovers', providerFails)
})

async function hooksRefused(t: Test): Promise<void> {
  const id = `wamid.${randomUUID()}`
  const { phone_number_id, phone_number_digits: display_phone_number } = connection
  const metadata = { phone_number_id, display_phone_number }
  const body = graphPost({ metadata, messages: [textMessage(id)] })
  const hook = `/webhooks?phone_number_id=${phone_number_id}`
  const post = async () =>
    (await world.sim<{ last_status: number }>('POST', hook, body)).last_status
  const refused = () => figure(/^recado_http_request_seconds_count.*"POST".*"\/hooks\/.*"5\d\d"/)
  const failed = () => figure(/^recado_http_request_seconds_count.*status="5\d\d"/)
  const path = `/messages?provider_message_id=${encodeURIComponent(id)}`
  const total = async () => (await world.api().get<Page>(path)).body.pagination.total
  wire.refuse()
  t.equal(await eventually(async () => (await post()) === 503 && 503), 503)
  t.ok((await refused()) > (await thresholdOf('HooksRefused')), 'HooksRefused')
  t.ok((await failed()) > 0, 'RequestsFail')
  wire.heal()
  await eventually(async () => (await post()) === 200)
  await eventually(async () => (await total()) === 1)
  t.ok(await eventually(async () => (await post()) === 200), 'posted again')
  await world.userWrites('5531987650001', 'later')
  await eventually(async () => (await world.api().get<Page>('/messages')).body.pagination.total > 1)
  t.equal(await total(), 1, 'it is there once')
}

async function appendsRefused(t: Test): Promise<void> {
  const { operator } = world.product()
  const failing = async () =>
    (await operator.get<{ data: { failing: Failing[] } }>('/status')).body.data.failing
  const up = () => figure(/^recado_server_up\{server="eventstore"\}/)
  const stage = () => world.api().post('/stages', { name: randomUUID(), color: '#123456' })
  const disk = openPool(log.databaseUrl, { max: 1 })
  t.teardown(() => disk.end())
  await disk.query(`create function no_space() returns trigger language plpgsql
    as $$ begin raise exception 'No space left on device' using errcode = '53100'; end $$`)
  await disk.query('create trigger full_disk before insert on events execute function no_space()')
  for (const { status } of await Promise.all([stage(), stage(), stage()])) t.equal(status, 503)
  t.equal((await world.api().get('/stages')).status, 200, 'reads go on')
  const refusal = await eventually(async () =>
    (await failing()).find(({ what, why }) => what === 'eventstore' && why.includes('refuses')),
  )
  t.match(refusal, { since: /Z$/, why: 'the event store answers reads but refuses appends' })
  t.equal(await up(), 0)
  await disk.query('drop trigger full_disk on events')
  await eventually(async () => (await stage()).status === 201)
  await eventually(async () => !(await failing()).some(({ what }) => what === 'eventstore'))
  await eventually(async () => (await up()) === 1)
}

async function poolExhausted(t: Test): Promise<void> {
  const pool = openPool(world.product().config.DATABASE_URL, { max: 2 })
  t.teardown(() => pool.end())
  const holder = await pool.connect()
  // The client also emits an error event when its session is terminated.
  holder.on('error', () => undefined)
  const { rows } = await holder.query<Holder>('select pg_backend_pid() as pid')
  await holder.query(`begin; lock table ${READ_SCHEMA}.contacts in access exclusive mode`)
  // Two accounts, as one alone may not take all connections.
  const other = await openTenant(world.product())
  const apis = [world.api(), world.product().api(other.key)]
  let isFound = false
  const calls = Array.from({ length: CALLERS }, async (_, n) => {
    const statuses: number[] = []
    while (!isFound) statuses.push((await apis[n % 2]?.get('/contacts'))?.status ?? 0)
    return statuses
  })
  try {
    await eventually(async () => {
      const told = await toldOf(world.product())
      const of = (name: string) =>
        sumOf(told, new RegExp(`^recado_pool_${name}\\{pool="read_models"`))
      return of('waiting') > 0 && of('busy') >= of('most')
    })
    const blocking = `select distinct unnest(pg_blocking_pids(pid)) as pid from pg_stat_activity
      where datname = current_database()`
    const { rows: found } = await pool.query<Holder>(blocking)
    t.ok(found.some(({ pid }) => pid === rows[0]?.pid))
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  } finally {
    isFound = true
    holder.release(true)
  }
  const statuses = (await Promise.all(calls)).flat()
  t.same(
    statuses.filter((status) => ![200, 503].includes(status)),
    [],
  )
  await eventually(async () => (await figure(/^recado_pool_waiting/)) === 0)
  t.equal((await world.api().get('/contacts')).status, 200)
}

async function relayBehind(t: Test): Promise<void> {
  const lag = () => figure(/^recado_relay_lag_seconds /)
  const limit = (max_msgs: number) =>
    jetstreamManager(nats.url, (manager) => manager.streams.update('EVENTS', { max_msgs }))
  await eventually(async () => (await lag()) === 0)
  await limit((await published(nats.url)).length)
  const fact = given({ type: 'MessageMarkedRead', data: EVERY_FACT.MessageMarkedRead })
  // A fact that seems to have waited for an hour.
  const recorded_at = new Date(Date.now() - 3_600_000).toISOString()
  const old = { ...fact, metadata: { ...fact.metadata, recorded_at } }
  await world.product().deps.store.append(`message-${randomUUID()}`, 'no_stream', [old])
  const threshold = await thresholdOf('RelayBehind')
  await eventually(async () => (await lag()) > threshold)
  await limit(-1)
  await eventually(async () => (await lag()) === 0)
  t.equal((await published(nats.url)).filter(({ event }) => event.id === old.id).length, 1)
}

async function providerFails(t: Test): Promise<void> {
  const sent = async () => (await world.sim<unknown[]>('GET', '/messages')).length
  const before = await sent()
  await world.sim('POST', '/faults', { kind: 'error', code: 131016, count: SENDS })
  for (let n = 0; n < SENDS; n++) {
    const recipient = { phone: `551198765400${n}` }
    const body = { connection_id: connection.id, recipient, text: `Oi ${n}` }
    t.equal((await world.api().post('/messages', body)).status, 202)
  }
  const calls = (of: string) => figure(new RegExp(`^recado_provider_call_seconds_count.*${of}`))
  const share = async () =>
    (await calls('outcome="(retry|unknown|thrown|other)"')) / (await calls(''))
  t.ok((await share()) > (await thresholdOf('ProviderFails')), 'ProviderFails')
  await eventually(async () => (await sent()) === before + SENDS)
}
