import { randomUUID } from 'node:crypto'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { textReceived } from '../examples/conversation-facts.ts'
import { retentionApplied } from '../examples/retention.ts'
import { eventually } from '../kit/eventually.ts'
import { recorded } from '../kit/projecting.ts'
import { startWorld, type World } from '../kit/world.ts'

const OLD = '2026-01-01T09:00:00.000Z'
const OLD_MESSAGES = 120

type List = { pagination: { total: number } }

test('old deliveries whose attempts were deleted from the log are not posted again', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const { connection, customer } = world
  await world.api().put('/webhooks', { connection_id: connection.id, url: customer.url })
  await world.userWrites('5531987650001', 'first')
  await eventually(() => customer.arrivals.length === 1)
  const total = async (path: string) => (await world.api().get<List>(path)).body.pagination.total
  await eventually(async () => (await total('/webhooks/deliveries?status=delivered')) === 1)

  await world.restart(async ({ EVENTSTORE_URL, DATABASE_URL }) => {
    await writeShortened(EVENTSTORE_URL, world)
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade; drop schema control cascade`)
    await pool.end()
  })
  await eventually(async () => (await total('/messages')) === OLD_MESSAGES + 1)
  await world.userWrites('5531987650002', 'second')
  await eventually(() => customer.arrivals.length >= 2)

  t.equal(await total('/webhooks/deliveries'), 2, 'only retained data is listed')
  await eventually(async () => (await total('/webhooks/deliveries?status=pending')) === 0)
  await world.userWrites('5531987650003', 'third')
  await eventually(() => customer.arrivals.length >= 3)
  t.equal(customer.arrivals.length, 3, 'no old one was posted before the new ones')
  t.equal(await total('/messages'), OLD_MESSAGES + 3, 'the messages themselves are kept')
})

/** Appends old messages whose deliveries were made long ago and whose journal retention has deleted. */
async function writeShortened(url: string, { tenant, connection }: World): Promise<void> {
  const { store } = connectEventStore(url)
  const of = { account_id: tenant.id, at: OLD }
  for (let i = 0; i < OLD_MESSAGES; i++) {
    const id = randomUUID()
    const { type, data } = textReceived(id, `wamid.${id}`)
    const received = { type, data: { ...data, connection_id: connection.id } }
    await store.append(`message-${id}`, 'no_stream', [recorded(`message-${id}`, received, of)])
  }
  const stream = `retention-${tenant.id}`
  const category = 'webhookDelivery'
  const { type, data } = retentionApplied
  const applied = { type, data: { ...data, account_id: tenant.id, category } }
  await store.append(stream, 'no_stream', [recorded(stream, applied, of)])
  await store.close()
}
