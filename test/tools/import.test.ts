import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { importTool } from '@recado/tools/import/import-tool'
import { test } from 'tap'
import { startStore } from '../kit/event-store.ts'
import { eventually } from '../kit/eventually.ts'
import { copiedDatabase, testDatabase } from '../kit/postgres.ts'
import { startProduct } from '../kit/product.ts'
import { startWorld } from '../kit/world.ts'
import { everything } from '../slices/rebuilt.ts'

type Events = { data: { id: string }[]; next_cursor: string; has_more: boolean }
type Total = { pagination: { total: number } }
type Messages = { data: { id: number; text: string }[] }

test('log and vault are copied to other servers, and the product continues there', async (t) => {
  const world = await startWorld({ emptyServers: true })
  t.teardown(() => world.stop())
  const { connection, customer, tenant } = world
  const other = await startStore('moved_log')
  t.teardown(() => other.stop())
  const database = await testDatabase('moved')
  t.teardown(() => database.drop())
  const { config } = world.product()
  const run = async (...args: string[]) => {
    const lines: string[] = []
    const print = async (line: string) => void lines.push(line)
    const signal = new AbortController().signal
    const code = await importTool({ args, env: {}, print, note: () => undefined }, signal)
    return { code, line: lines.at(-1) }
  }
  const moved = ['--from-url', config.EVENTSTORE_URL, '--to-url', other.url]
  await world.api().put('/webhooks', { connection_id: connection.id, url: customer.url })
  for (let i = 0; i < 5; i++) await world.userWrites(`55319876${3000 + i}`, `Oi ${i}`)
  await eventually(() => customer.arrivals.length === 5)
  t.match(await run(...moved), { code: 0, line: /^\d+ events copied, 0 were/ })
  await world.userWrites('5531987653005', 'Oi 5')
  await eventually(() => customer.arrivals.length === 6)
  await eventually(async () => {
    const { body } = await world.api().get<Total>('/webhooks/deliveries?status=delivered')
    return body.pagination.total === 6
  })
  const before = await everything(world)
  const { next_cursor } = (await world.api().get<Events>('/events?limit=2')).body
  const page = (await world.api().get<Events>(`/events?limit=3&after=${next_cursor}`)).body
  const end = (await world.api().get<Events>('/events?limit=200')).body.next_cursor
  await world.product().stop()
  t.match(await run(...moved), { code: 0, line: /^[1-9]\d* events copied, [1-9]\d* were/ })
  t.match(await run(...moved), { code: 0, line: /^0 events copied/ })
  t.same(await facts(other.url, true), await facts(config.EVENTSTORE_URL, false))

  const vault = await copiedDatabase(config.VAULT_URL)
  t.teardown(() => vault.drop())
  const urls = { EVENTSTORE_URL: other.url, DATABASE_URL: database.url, VAULT_URL: vault.url }
  const start = async (DISPATCH: 'held' | 'on') => {
    const servers = { ...config, ...urls, DISPATCH }
    const product = await startProduct({ servers, tampersWithLog: true })
    const url = await product.commandApp.listen({ port: 0, host: '127.0.0.1' })
    await world.sim('PUT', '/hook', { url: `${url}${connection.hook}` })
    return { product, api: () => product.api(tenant.key) }
  }
  const held = await start('held')
  const delivered = async () => {
    const path = '/webhooks/deliveries?status=delivered'
    return (await held.api().get<Total>(path)).body.pagination.total
  }
  await eventually(async () => (await delivered()) === 6)
  t.strictSame(await everything(held), before, 'the same rows and ids')
  t.same((await held.api().get<Events>(`/events?limit=3&after=${next_cursor}`)).body, page)
  await world.userWrites('5531987653006', 'in the new one')
  const waiting = '/webhooks/deliveries?status=pending'
  await eventually(async () => (await held.api().get<Total>(waiting)).body.pagination.total === 1)
  t.equal(customer.arrivals.length, 6, 'nothing is posted while dispatch is held')
  await held.product.stop()

  const after = await start('on')
  t.teardown(() => after.product.stop())
  await eventually(() => customer.arrivals.length === 7)
  const fresh = await eventually(async () => {
    const { data } = (await after.api().get<Events>(`/events?after=${end}`)).body
    return data.length > 0 && data
  })
  t.equal(fresh.length, 1, 'a cursor at the old end leads to the new event')
  const [newest, ...older] = (await after.api().get<Messages>('/messages')).body.data
  t.equal(newest?.text, 'in the new one')
  t.ok(
    older.every(({ id }) => id < (newest?.id ?? 0)),
    'ids continue to grow',
  )
  t.equal(customer.arrivals.length, 7, 'nothing was posted again')
  await t.rejects(run(...moved), { name: 'UsageError', message: /in use already/ })
  await t.rejects(run('--from-url', other.url, '--to-url', config.EVENTSTORE_URL), {
    name: 'UsageError',
    message: /events of its own/,
  })
})

/** The facts of a log without their positions. */
async function facts(url: string, isCopy: boolean) {
  const { store } = connectEventStore(url)
  const found: unknown[] = []
  for await (const { position, created: _, metadata, ...event } of store.readAll({
    from: 'start',
  })) {
    if (event.stream === 'log-this') continue
    const { log_id = Number(position), ...beside } = metadata
    found.push({ ...event, beside, log_id: isCopy ? metadata.log_id : log_id })
  }
  await store.close()
  return found
}
