import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { jetstreamManager } from '../kit/jetstream-manager.ts'
import { startWorld, type World } from '../kit/world.ts'

const LISTS = [
  '/connections',
  '/stages',
  '/contacts',
  '/conversations',
  '/messages',
  '/webhook-events',
  '/webhooks',
  '/webhooks/deliveries',
]
const PEOPLE = 12

test('dropping Postgres and NATS and rebuilding gives the same rows, and sends nothing again', async (t) => {
  const world = await startWorld()
  t.teardown(() => world.stop())
  const { connection, customer } = world
  await world.api().put('/webhooks', { connection_id: connection.id, url: customer.url })
  await exchange(world)
  await eventually(() => customer.arrivals.length === 4 * PEOPLE, 30_000)
  await eventually(
    async () => (await total(world, '/webhooks/deliveries?status=delivered')) === 4 * PEOPLE,
  )
  const before = await everything(world)

  await world.restart(async ({ DATABASE_URL, NATS_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query('drop schema read_1 cascade; drop schema control cascade')
    await pool.end()
    await jetstreamManager(NATS_URL, (manager) => manager.streams.delete('WHATSAPP'))
  })
  await eventually(async () => (await total(world, '/webhooks/deliveries')) === 4 * PEOPLE, 30_000)
  t.strictSame(await everything(world), before, 'the same rows and ids')

  await world.userWrites('5511900000000', 'one more')
  await eventually(() => customer.arrivals.length > 4 * PEOPLE)
  t.equal(customer.arrivals.length, 4 * PEOPLE + 1, 'only the new event was sent')
  const requests = await world.sim<{ path: string }[]>('GET', '/messages')
  t.equal(requests.length, PEOPLE, 'no message was sent again')
})

/** Each person writes once and is answered once, and the answer is read. */
async function exchange(world: World): Promise<void> {
  for (let i = 0; i < PEOPLE; i++) await world.userWrites(`55319876543${10 + i}`, `Oi ${i}`)
  const conversations = await eventually(async () => {
    const { body } = await world.api().get<{ data: { id: string }[] }>('/conversations')
    return body.data.length === PEOPLE && body.data
  })
  for (const { id } of conversations)
    await world.api().post('/messages', { conversation_id: id, text: 'Oi!' })
  await eventually(async () => (await total(world, '/messages?status=read')) === PEOPLE)
}

async function total(world: World, path: string): Promise<number> {
  const { body } = await world.api().get<{ pagination: { total: number } }>(path)
  return body.pagination.total
}

async function everything(world: World): Promise<unknown[]> {
  const answers = await Promise.all(LISTS.map((path) => world.api().get(path)))
  return answers.map(({ status, body }, i) => ({ path: LISTS[i], status, body }))
}
