import { randomUUID } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import type { Activity, Figures } from '@recado/contract/dashboard/activity'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, type Test, test } from 'tap'
import { countedTraffic, totalIn } from '../kit/counted-traffic.ts'
import { type Browser, signedIn } from '../kit/dashboard.ts'
import { eventually } from '../kit/eventually.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Told = { data: Activity }

const world = await startWorld()
file.teardown(() => world.stop())

const userOf = (accountId: string) =>
  signedIn(world.product(), accountId, `${randomUUID()}@loja.example`, 'viewer')
const viewer = await userOf(world.tenant.id)
const told = async (page: Browser, query = '') => {
  const { status, body } = await page.get<Told>(`/activity${query}`)
  if (status !== 200) throw new Error(`activity was answered ${status}: ${JSON.stringify(body)}`)
  return body.data
}

const totalOf = (path: string) => totalIn(world, path)

/** Asserts that each figure equals the total of the list it stands for. */
async function matchLists(t: Test, figures: Figures, span: string): Promise<void> {
  const { received, outbound, failed, deliveries } = figures
  t.equal(await totalOf(`/messages?direction=inbound${span}`), received)
  for (const [status, n] of Object.entries(outbound))
    t.equal(await totalOf(`/messages?direction=outbound&status=${status}${span}`), n, status)
  for (const [name, n] of Object.entries(failed))
    t.equal(await totalOf(`/messages?error_class=${name}${span}`), n, name)
  for (const [status, n] of Object.entries(deliveries))
    t.equal(await totalOf(`/webhooks/deliveries?status=${status}${span}`), n, status)
}

test('each figure equals the total of the list it stands for', async (t) => {
  await countedTraffic(world)
  // On a busy machine `read` may overtake it.
  const delivered = '/webhooks/deliveries?event=whatsapp.message.delivered&status=delivered'
  await eventually(async () => (await totalOf(delivered)) === 1)
  const activity = await told(viewer, '?per=hour&zone=America/Sao_Paulo')
  t.match(activity.total, {
    received: 2,
    outbound: { pending: 0, sent: 0, read: 1, failed: 1 },
    failed: { undeliverable: 1 },
    delivered_in: { count: 1 },
    waits: 2,
    answered_in: { count: 2 },
  })
  t.ok(activity.total.attempts >= activity.total.deliveries.delivered)
  t.ok(activity.total.deliveries.delivered > 3)
  t.equal(activity.buckets.length, 48)
  await matchLists(t, activity.total, '')
  for (const { start, end, ...figures } of activity.buckets)
    if (figures.received + figures.outbound.read > 0)
      await matchLists(t, figures, `&since=${start}&until=${end}`)
  const nepal = await told(viewer, '?per=hour&zone=Asia/Kathmandu')
  t.same(nepal.total, activity.total, 'counted in quarters of an hour too')
  const days = await told(viewer)
  t.equal(days.buckets.length, 30)
  t.same(days.total, activity.total)
  const ours = await told(viewer, `?connection_id=${world.connection.id}`)
  t.same(ours.total, days.total)
})

test('the figures as CSV are the same, for whoever may read the account', async (t) => {
  const csvOf = (query: string) =>
    world.product().queryApp.inject({
      url: `/dashboard/v1/activity.csv${query}`,
      headers: { cookie: viewer.cookie() },
    })
  const { total } = await told(viewer)
  const { statusCode, headers, body } = await csvOf('')
  t.equal(statusCode, 200)
  t.match(headers, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition':
      /^attachment; filename="recado-days-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv"$/,
  })
  const [head = [], ...lines] = body
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  t.equal(lines.length, 30)
  const sumOf = (name: string) =>
    lines.reduce((sum, cells) => sum + Number(cells[head.indexOf(name)]), 0)
  t.equal(sumOf('received'), total.received)
  t.equal(sumOf('failed_undeliverable'), 1)
  t.equal(sumOf('attempts'), total.attempts)
  t.equal((await csvOf('?zone=Nowhere')).statusCode, 422)
  const signedOut = { url: '/dashboard/v1/activity.csv' }
  t.equal((await world.product().queryApp.inject(signedOut)).statusCode, 401)
})

test('a range has limits, and a request beyond them is told which', async (t) => {
  for (const [query, says] of [
    ['?per=hour&from=2026-01-01&to=2026-02-01', /^from must be at most 31 days/],
    ['?from=2025-01-01&to=2026-02-05', /^from must be at most 400 days/],
    ['?from=2026-02-02&to=2026-02-01', /^to must not be before from/],
    ['?from=1999-12-31&to=2000-01-01', /^from must be of the years/],
    ['?zone=Mars/Olympus', /^zone must be an IANA time zone/],
  ] as const)
    t.match(await viewer.get(`/activity${query}`), {
      status: 422,
      body: { error: { code: 'validation', message: says } },
    })
  for (const query of ['?per=week', '?from=yesterday', '?connection_id=x'])
    t.match(await viewer.get(`/activity${query}`), { status: 400 }, query)
  const whole = await told(viewer, '?per=hour&from=2026-01-01&to=2026-01-31')
  t.equal(whole.buckets.length, 31 * 24)
  t.equal((await told(viewer, '?from=2025-01-01&to=2026-02-04')).buckets.length, 400)
})

test('days are those of the time zone, with as many hours as they have there', async (t) => {
  const saoPaulo = await told(viewer, '?from=2026-01-05&to=2026-01-05&zone=America/Sao_Paulo')
  t.match(saoPaulo.buckets, [
    { start: '2026-01-05T03:00:00.000Z', end: '2026-01-06T03:00:00.000Z' },
  ])
  const kathmandu = await told(
    viewer,
    '?per=hour&from=2026-01-05&to=2026-01-05&zone=Asia/Kathmandu',
  )
  t.equal(kathmandu.buckets[0]?.start, '2026-01-04T18:15:00.000Z')
  for (const [day, hours] of [
    ['2026-03-08', 23],
    ['2026-11-01', 25],
    ['2026-06-01', 24],
  ] as const) {
    const query = `?per=hour&from=${day}&to=${day}&zone=America/New_York`
    t.equal((await told(viewer, query)).buckets.length, hours, day)
  }
  // On that day the clocks of this zone went from midnight to one o'clock.
  const late = await told(viewer, '?from=2018-11-04&to=2018-11-04&zone=America/Sao_Paulo')
  t.match(late.buckets, [{ start: '2018-11-04T03:00:00.000Z', end: '2018-11-05T02:00:00.000Z' }])
})

test('another account sees no figures of it', async (t) => {
  const other = await openTenant(world.product())
  const stranger = await userOf(other.id)
  const nothing = { received: 0, waits: 0, attempts: 0, outbound: { read: 0 }, failed: {} }
  t.match((await told(stranger)).total, nothing)
  t.match((await told(stranger, `?connection_id=${world.connection.id}`)).total, nothing)
})

test('the figures name the time from which deliveries are kept', async (t) => {
  const gone = '2026-01-05T00:00:00.000Z'
  t.equal((await told(viewer)).deliveries_since, null)
  const id = `webhookDelivery:${world.tenant.id}`
  const pool = openPool(world.product().config.DATABASE_URL, { max: 1 })
  t.teardown(() => pool.end())
  await pool.query(`insert into ${READ_SCHEMA}.retention values ($1, $2, 1)`, [id, gone])
  t.equal((await told(viewer)).deliveries_since, gone)
  await pool.query(`delete from ${READ_SCHEMA}.retention where id = $1`, [id])
})

test('figures that are rebuilt from the log are the same', async (t) => {
  const days = await told(viewer)
  const query = `?per=hour&from=${days.to}&to=${days.to}`
  const known = [days, await told(viewer, query)]
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await pool.end()
  })
  const again = await userOf(world.tenant.id)
  const { received } = known[0]?.total ?? {}
  await eventually(async () => (await totalOf('/messages?direction=inbound')) === received)
  await eventually(
    async () => JSON.stringify((await told(again)).total) === JSON.stringify(known[0]?.total),
  )
  t.same([await told(again), await told(again, query)], known)
})
