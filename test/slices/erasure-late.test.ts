import { t as file, test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { listed, whoWrote } from '../kit/contacts.ts'
import { deliveriesOf } from '../kit/deliveries.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { factsLeft, leftOf } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sendMessage } from '../kit/sent.ts'
import { startWorld } from '../kit/world.ts'

// What providers report about a person whose erasure is done.

const world = await startWorld({ settings: { FACT_KEYS: 'own' } })
file.teardown(() => world.stop())
const api = () => world.api()

const contactOf = async (phone: string) => (await listed({ api: api() }, `phone=${phone}`)).ids[0]

/** A person writes, and is erased. @returns the contact's id */
async function writes(phone: string, message: object): Promise<string> {
  await metaSays(world, {
    contacts: [{ profile: { name: `Nome ${phone}` }, wa_id: phone }],
    messages: [message],
  })
  return whoWrote({ api: api() }, phone)
}

const erase = (id: string) => erased(api(), id)

/** Until nothing is held that has one of the words. */
const forgotten = (...words: readonly string[]) =>
  eventually(async () => (await leftOf(world.product().config, words)).length === 0)

const total = async (path: string) =>
  (await api().get<{ pagination: { total: number } }>(path)).body.pagination.total

test('a late status counts, and says nothing of the erased person', async (t) => {
  const phone = '5531994770001'
  const id = await writes(phone, textFrom({ phone }))
  const sent = await sendMessage(api(), {
    connection_id: world.connection.id,
    recipient: { contact_id: id },
    text: 'Resposta',
  })
  const read = await eventually(async () => {
    const { body } = await api().get<{ data: { id: string; provider_message_id: string }[] }>(
      `/messages?status=read&conversation_id=${sent.conversation_id}`,
    )
    return body.data[0]
  })
  await erase(id)
  const before = await total('/webhook-events')
  const late = {
    id: read.provider_message_id,
    status: 'failed',
    timestamp: '1767229999',
    recipient_id: phone,
    errors: [{ code: 131026, title: 'Palavra-Tardia', error_data: { details: phone } }],
  }
  await metaSays(world, { statuses: [late] })
  await metaSays(world, { statuses: [{ ...late, timestamp: '1767230000' }] })
  await eventually(async () => (await total('/webhook-events')) === before + 2)
  await forgotten(phone, 'Palavra-Tardia')
  const { body } = await api().get<{ data: { erased?: true }[] }>('/webhook-events?limit=2')
  t.match(body.data, [{ erased: true }, { erased: true }])
  const made = await deliveriesOf(api())
  t.notMatch(JSON.stringify(made), /Palavra-Tardia/)
})

test('the outcome of a send that was under way is taken too', async (t) => {
  const phone = '5531994770004'
  const id = await writes(phone, textFrom({ phone }))
  await world.sim('PATCH', '/behaviour', { latency_ms: 4_000 })
  const recipient = { contact_id: id }
  const body = { connection_id: world.connection.id, recipient, text: 'Palavra-em-Voo' }
  const sent = api().post('/messages', body)
  await eventually(async () => (await total(`/messages?contact_id=${id}&direction=outbound`)) === 1)
  await erase(id)
  t.match(await sent, { status: 202 })
  await world.sim('PATCH', '/behaviour', { latency_ms: 0 })
  await eventually(async () => (await total('/messages?direction=outbound&status=read')) > 0)
  await forgotten(phone, 'Palavra-em-Voo')
})

test('what a person had said before makes nobody when it comes again, or late', async (t) => {
  const phone = '5531994770002'
  const first = textFrom({ phone }, { text: { body: 'Palavra-Repetida' } })
  const late = textFrom({ phone }, { text: { body: 'Palavra-Atrasada' } })
  const id = await writes(phone, first)
  await erase(id)
  const contacts = [{ profile: { name: 'Nome-Repetido' }, wa_id: phone }]
  await metaSays(world, { contacts, messages: [first] })
  await metaSays(world, { contacts, messages: [late] })
  const contact = { full_name: 'Nome-da-Agenda', phone_number: phone }
  const metadata = { timestamp: String(Math.floor(Date.now() / 1000) + 5) }
  const state_sync = [{ type: 'contact', action: 'add', contact, metadata }]
  await metaSays(world, { field: 'smb_app_state_sync', state_sync })
  await forgotten(phone, 'Palavra-Repetida', 'Palavra-Atrasada', 'Nome-Repetido', 'Nome-da-Agenda')
  t.equal(await contactOf(phone), undefined)
})

test('who writes after the erasure is somebody new, and stays', async (t) => {
  const phone = '5531994770003'
  const id = await writes(phone, textFrom({ phone }))
  await erase(id)
  const timestamp = String(Math.floor(Date.now() / 1000) + 5)
  await metaSays(world, {
    messages: [textFrom({ phone }, { timestamp, text: { body: 'Palavra-Nova' } })],
  })
  const again = await eventually(() => contactOf(phone))
  t.not(again, id)
  t.not((await factsLeft(world.product().config, ['Palavra-Nova'])).length, 0)
  const { findings } = await auditedWhole(world.product().config)
  t.same(
    findings.filter(({ verdict }) => verdict === 'difference'),
    [],
  )
})
