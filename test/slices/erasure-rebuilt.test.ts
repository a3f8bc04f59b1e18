import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openPool } from '@recado/infra/postgres/pool'
import { test } from 'tap'
import { listed } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sendMessage } from '../kit/sent.ts'
import { startWorld, type World } from '../kit/world.ts'
import { everything, templatesListed } from './rebuilt.ts'

type Page = { data: { id: string }[]; pagination: { total: number } }

const pageOf = async (world: World, path: string) => (await world.api().get<Page>(path)).body

/** A person with whom messages were exchanged, read and told of. @returns the contact's id */
async function talkWith(world: World, phone: string): Promise<string> {
  const image = {
    type: 'image',
    image: { id: `file-${phone}`, mime_type: 'image/png', caption: 'Eu' },
  }
  await metaSays(world, { messages: [textFrom({ phone }), textFrom({ phone }, image)] })
  const id = await eventually(
    async () => (await listed({ api: world.api() }, `phone=${phone}`)).ids[0],
  )
  const conversation_id = await eventually(
    async () => (await pageOf(world, `/conversations?contact_id=${id}`)).data[0]?.id,
  )
  await sendMessage(world.api(), { conversation_id, text: `Resposta a ${phone}` })
  const read = `/messages?status=read&conversation_id=${conversation_id}`
  await eventually(async () => (await pageOf(world, read)).pagination.total === 1)
  return id
}

/** What providers reported of messages. */
async function reportedOf(world: World): Promise<readonly object[]> {
  const { pool } = world.product().deps
  return (await pool.query('select * from provider_messages order by id')).rows
}

test('a rebuild gives the rows that an erasure has left, and tells nobody anything', async (t) => {
  const world = await startWorld({ settings: { FACT_KEYS: 'own' } })
  t.teardown(() => world.stop())
  const { connection, customer } = world
  await world.api().put('/webhooks', { connection_id: connection.id, url: customer.url })
  const ana = await talkWith(world, '5531994220001')
  await talkWith(world, '5531994220002')
  const both = ['5531994220001', '5531994220002'].map((phone) => textFrom({ phone }))
  await metaSays(world, { messages: both })
  await eventually(async () => (await pageOf(world, '/messages')).pagination.total === 8)
  // What was sent is told before the provider says so: for each person a post and three statuses, and one post again.
  await eventually(async () => (await pageOf(world, '/webhook-events')).pagination.total >= 9)
  await templatesListed(world)
  const delivered = () => pageOf(world, '/webhooks/deliveries?status=delivered')
  const settled = await eventually(async () => {
    const [all, done] = [await pageOf(world, '/webhooks/deliveries'), await delivered()]
    return all.pagination.total > 0 && all.pagination.total === done.pagination.total && done
  })
  await world.api().call({ method: 'DELETE', path: `/contacts/${ana}` })
  await eventually(async () => {
    const { body } = await world.api().get<{ data: { status: string } }>(`/contacts/${ana}/erasure`)
    return body.data.status === 'done'
  })
  const { total } = (await pageOf(world, '/webhook-events')).pagination
  await metaSays(world, { messages: both.slice(0, 1) })
  await eventually(async () => {
    const { data, pagination } = await pageOf(world, '/webhook-events?limit=1')
    return pagination.total > total && 'erased' in Object(data[0])
  })
  const before = await everything(world)
  const reported = await reportedOf(world)
  const arrived = customer.arrivals.length

  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade; drop schema control cascade`)
    await pool.end()
  })
  await eventually(async () => (await delivered()).pagination.total === settled.pagination.total)
  t.strictSame(await everything(world), before, 'the same rows and ids')
  t.strictSame(await reportedOf(world), reported, 'and of what no list shows')
  t.equal(customer.arrivals.length, arrived)
})
