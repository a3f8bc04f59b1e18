import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { rebuildTool } from '@recado/tools/rebuild/rebuild-tool'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { toolSettings } from '../kit/run-tool.ts'
import { openTenant } from '../kit/tenants.ts'
import { underWay } from '../kit/under-way.ts'
import { startWorld } from '../kit/world.ts'
import { everything, rebuilt, templatesListed } from './rebuilt.ts'

for (const PROJECTOR_PARTITIONS of ['2', '5'])
  test(`in ${PROJECTOR_PARTITIONS} partitions, dropping everything and rebuilding gives the same rows`, (t) =>
    rebuilt(t, 12, { PROJECTOR_PARTITIONS }))

test('a rebuild changes the number of partitions while clients go on', async (t) => {
  const world = await startWorld({ behaviour: { statuses: ['sent'] } })
  t.teardown(() => world.stop())
  const { customer, connection } = world
  const api = world.api()
  const { config } = world.product()
  const pool = openPool(config.DATABASE_URL, { max: 1, searchPath: READ_SCHEMA })
  t.teardown(() => pool.end())
  const partitions = async () => (await pool.query('select from checkpoint')).rowCount
  const rebuild = async (PROJECTOR_PARTITIONS: string, ...args: string[]) => {
    const lines: string[] = []
    const env = { ...toolSettings(config), PROJECTOR_PARTITIONS }
    const print = async (line: string) => void lines.push(line)
    const console = { args, env, print, note: () => undefined }
    return { code: await rebuildTool(console, new AbortController().signal), lines }
  }
  await api.put('/webhooks', { connection_id: connection.id, url: customer.url })
  for (let i = 0; i < 12; i++) await world.userWrites(`55319876${2000 + i}`, `Oi ${i}`)
  await eventually(() => customer.arrivals.length === 12)
  await templatesListed(world)
  const others = [await openTenant(world.product()), await openTenant(world.product())]
  const before = await everything(world)

  for (const [wanted, count] of [
    ['3', 3],
    ['1', 1],
  ] as const) {
    const traffic = underWay(async (n) => {
      const phone = `55119${wanted}${String(n).padStart(7, '0')}`
      const calls = others.map(({ api: own }) => own.post<object>('/contacts', { phone }))
      return (await Promise.all(calls)).map(({ status }) => status)
    })
    const done = await rebuild(wanted)
    const statuses = await traffic.end()
    t.match(done, { code: 0, lines: [/0 tables differ/, /is rebuilt/] })
    t.same(
      statuses.filter((status) => status !== 201),
      [],
      'every write is answered and shown',
    )
    t.equal(await partitions(), count)
    await rebuild(wanted, '--release')
    t.strictSame(await everything(world), before, 'an account sees what it saw')
    for (const { api: own } of others) {
      const { body } = await own.get<{ pagination: { total: number } }>('/contacts')
      const written = statuses.length / others.length
      t.ok(body.pagination.total >= written, 'nothing that was written is lost')
    }
  }

  await world.userWrites('5531987650000', 'one more')
  await eventually(() => customer.arrivals.length === 13)
})
