import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { WhatsappEvent } from '@recado/contract/whatsapp-events'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { listed } from '../kit/contacts.ts'
import { deliveriesOf } from '../kit/deliveries.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { addOfficial } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { openSink, type Sink } from '../projectors/webhooks/dispatcher/sink.ts'

const RETRIES = Array.from({ length: 2_000 }, () => 100)
const world = await startWorld({
  dispatchTimes: { sweepMs: 100, renewMs: 500, restMs: 20, schedule: [0, ...RETRIES] },
})
file.teardown(() => world.stop())

type Told = { id: string; type: string; data: { contact_id: string } }
type Recipient = { webhook_id: string; host: string; last_at: string }
type Erasure = { status: string; recipients: Recipient[] }

async function sinkOf(events: readonly string[], connection_id: string) {
  const sink = await openSink()
  file.teardown(() => sink.close())
  const { status } = await world.api().put('/webhooks', { connection_id, url: sink.url, events })
  if (status !== 201) throw new Error(`PUT /webhooks answered ${status}`)
  return sink
}
const another = async () => (await addOfficial(world.product(), world.tenant.id)).id
const toldAt = ({ hits }: Sink): Told[] => hits.map(({ body }) => JSON.parse(body))
const erasuresAt = (sink: Sink) => toldAt(sink).filter(({ type }) => type === 'contact.erased')
const erasure = async (id: string) =>
  (await world.api().get<{ data: Erasure }>(`/contacts/${id}/erasure`)).body.data
const pulled = async (query: string) =>
  (await world.api().get<{ data: Told[] }>(`/events${query}`)).body.data
const webhookOf = async (connection: string) => {
  type Hooks = { data: { id: string; connection_id: string }[] }
  const { data } = (await world.api().get<Hooks>('/webhooks')).body
  return data.find(({ connection_id }) => connection_id === connection)?.id
}

const PHONE = '5531994770001'
const NAME = 'Iara-Avisada'
const own = await sinkOf([], world.connection.id)
const both = await another()
const watcher = await sinkOf(['contact.erased'], both)

const delivered = async () =>
  (await deliveriesOf(world.api(), 'status=delivered&event=whatsapp.message.received')).length

/** A person who writes, of whom the connection's webhook has heard. @returns the contact's id */
async function writes(phone: string): Promise<string> {
  const before = await delivered()
  const contacts = [{ profile: { name: NAME }, wa_id: phone }]
  await metaSays(world, { contacts, messages: [textFrom({ phone }, { text: { body: 'Oi' } })] })
  await eventually(async () => (await delivered()) > before)
  return eventually(async () => (await listed({ api: world.api() }, `phone=${phone}`)).ids[0])
}

const erase = async (id: string) => {
  await world.api().call({ method: 'DELETE', path: `/contacts/${id}` })
  await eventually(async () => (await erasure(id)).status === 'done')
}

test('whoever lists contact.erased hears of an erasure, after it, and of nobody', async (t) => {
  const id = await writes(PHONE)
  watcher.answer = 500
  await erase(id)
  await eventually(() => watcher.hits.length > 1)
  watcher.answer = 200
  const list = '/webhooks/deliveries?event=contact.erased&status=delivered'
  await eventually(
    async () => (await world.api().get<{ data: object[] }>(list)).body.data.length === 1,
  )
  const [told] = erasuresAt(watcher)
  t.match(WhatsappEvent.parse(told), {
    ...{ type: 'contact.erased', connection_id: null, sequence: null },
    data: { contact_id: id, erased_at: /^2/ },
  })
  t.strictSame(Object.keys(told?.data ?? {}).sort(), ['contact_id', 'erased_at'])
  t.notMatch(JSON.stringify(watcher.hits), new RegExp(`${PHONE}|${NAME}`))
  t.same(erasuresAt(own), [], 'an empty list means the structured events')
  t.match(await pulled('?events=contact.erased'), [{ id: told?.id }])
  t.notOk((await pulled('')).some(({ type }) => type === 'contact.erased'))
  const { structured_events } = (
    await world.api().get<{ structured_events: string[] }>('/webhooks')
  ).body
  t.notOk(structured_events.includes('contact.erased'))
})

test('the erasure lists where data had been delivered, also once everything else is gone', async (t) => {
  const id = await writes('5531994770002')
  await erase(id)
  const webhook_id = await webhookOf(world.connection.id)
  const { recipients } = await erasure(id)
  const host = new URL(own.url).host
  t.match(recipients, [{ webhook_id, host, last_at: /^2.*Z$/ }], 'and not who heard of no message')
  t.equal(recipients.length, 1)
  const copy = await world.api().get(`/contacts/${id}/export`)
  t.match(copy.body, { data: { recipients: [{ webhook_id, target_url: own.url }] } })
  const { operator } = world.product()
  t.match((await operator.get(`/contacts/${id}/erasure`)).body, { data: { recipients } })
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await pool.end()
  })
  await eventually(async () => (await erasure(id))?.status === 'done')
  t.same((await erasure(id)).recipients, recipients, 'a rebuild shows the same')
  const again = `?events=contact.erased`
  t.same(
    (await pulled(again)).map(({ data }) => data.contact_id).filter((one) => one === id),
    [id],
  )
})
