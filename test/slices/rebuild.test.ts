import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { rebuildTool } from '@recado/tools/rebuild/rebuild-tool'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { toolSettings } from '../kit/run-tool.ts'
import { underWay } from '../kit/under-way.ts'
import { startWorld } from '../kit/world.ts'
import { everything, rebuilt, templatesListed } from './rebuilt.ts'

type Events = { data: { id: string }[]; next_cursor: string }

test('dropping Postgres and NATS and rebuilding gives the same rows, and sends nothing again', (t) =>
  rebuilt(t, 12))

test('read models are rebuilt beside the served ones', async (t) => {
  const world = await startWorld({ behaviour: { statuses: ['sent'] } })
  t.teardown(() => world.stop())
  const { connection, customer } = world
  const api = world.api()
  const { config } = world.product()
  const pool = openPool(config.DATABASE_URL, { max: 1 })
  t.teardown(() => pool.end())
  await api.put('/webhooks', { connection_id: connection.id, url: customer.url })
  for (let i = 0; i < 12; i++) await world.userWrites(`55319876${2000 + i}`, `Oi ${i}`)
  await eventually(() => customer.arrivals.length === 12)
  const firstPage = await api.get<Events>('/events?limit=5')
  const after = `/events?limit=5&after=${firstPage.body.next_cursor}`
  const secondPage = (await api.get<Events>(after)).body
  const rebuild = async (...args: string[]) => {
    const lines: string[] = []
    const told: string[] = []
    const print = async (line: string) => void lines.push(line)
    const console = {
      args,
      env: toolSettings(config),
      print,
      note: (line: string) => void told.push(line),
    }
    const code = await rebuildTool(console, new AbortController().signal)
    return { code, lines, told: told.join('\n') }
  }
  const schemas = async () => {
    const text = "select nspname as name from pg_namespace where nspname ~ '^read_' order by 1"
    return (await pool.query<{ name: string }>(text)).rows.map(({ name }) => name)
  }
  const settled = () =>
    eventually(async () => {
      const { body } = await api.get<{ pagination: { total: number } }>(
        '/webhooks/deliveries?status=delivered',
      )
      return body.pagination.total === customer.arrivals.length
    })
  await settled()
  await templatesListed(world)

  await t.test('while clients go on, nothing they see changes', async (t) => {
    const before = await everything(world)
    const traffic = underWay(async (n) => {
      const read = await api.get<Events>(after)
      const stage = await api.post<object>('/stages', { name: `Stage ${n}` })
      const list = await api.get<object>('/messages')
      return [read.status, stage.status, list.status]
    })
    const { code, lines, told } = await rebuild()
    const statuses = await traffic.end()
    t.equal(code, 0)
    t.match(told, /^filling read_\d+_next/)
    t.match(lines, [/rows in \d+ tables at position \d+, 0 tables differ/, /is rebuilt/])
    t.ok(statuses.length > 10)
    t.same(
      statuses.filter((status) => status >= 300),
      [],
    )
    t.same(
      (await api.get<Events>(after)).body.data,
      secondPage.data,
      'cursors still lead to the same place',
    )
    const now = await everything(world)
    const others = (path: unknown) => path !== '/stages'
    t.strictSame(
      now.filter(({ path }) => others(path)),
      before.filter(({ path }) => others(path)),
    )
    const stages = await api.get<{ data: object[] }>('/stages')
    t.equal(stages.body.data.length, 3 + statuses.length / 3, 'nothing that was written is lost')
    t.same(await schemas(), [READ_SCHEMA, `${READ_SCHEMA}_before`])
  })

  await t.test('later events are shown, and nothing is posted again', async () => {
    await world.userWrites('5531987650000', 'one more')
    await eventually(() => customer.arrivals.length === 13)
    await settled()
  })

  await t.test(
    '--back restores the old read models with everything that has happened since',
    async (t) => {
      await t.rejects(rebuild(), { name: 'UsageError', message: /--release/ })
      const before = await everything(world)
      t.match(await rebuild('--back'), { code: 0 })
      t.strictSame(await everything(world), before)
      t.match(await rebuild('--status'), { lines: [/shows everything, served/, /_before: shows/] })
      t.match(await rebuild('--release'), { code: 0, lines: [/_before is dropped/] })
      t.same(await schemas(), [READ_SCHEMA])
    },
  )

  await t.test('a difference is reported, and accepted only on request', async (t) => {
    await pool.query(`update ${READ_SCHEMA}.stages set name = 'Wrong' where position = 0`)
    t.match(await rebuild(), {
      code: 1,
      lines: ['stages: the same ids, different rows', /1 tables differ/],
      told: /--accept-differences/,
    })
    const name = async () =>
      (await api.get<{ data: { name: string }[] }>('/stages')).body.data[0]?.name
    t.equal(await name(), 'Wrong')
    t.match(await rebuild('--accept-differences'), { code: 0 })
    t.equal(await name(), 'New')
    await world.userWrites('5531987650001', 'and another')
    await eventually(() => customer.arrivals.length === 14)
    t.match(await rebuild('--release'), { code: 0 })
  })

  await t.test(
    'after the log was restored, read models are rebuilt without a comparison',
    async (t) => {
      await settled()
      const text = `update ${READ_SCHEMA}.checkpoint set event_id = gen_random_uuid()`
      await pool.query(text)
      await t.rejects(rebuild(), { message: /^log_diverged.*--restored$/ })
      t.match(await rebuild('--restored'), { code: 0 })
      await world.userWrites('5531987650002', 'goes on')
      await eventually(() => customer.arrivals.length === 15)
    },
  )
})
