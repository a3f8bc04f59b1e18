import { randomUUID } from 'node:crypto'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { t as file, test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { listed, save, whoWrote } from '../kit/contacts.ts'
import { deliveriesOf } from '../kit/deliveries.ts'
import { eventually } from '../kit/eventually.ts'
import { leftOf } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sell } from '../kit/sales.ts'
import { sendMessage } from '../kit/sent.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Erasure = { contact_id: string; status: string; erased_at: string | null; found: object }

const world = await startWorld({ settings: { FACT_KEYS: 'own' } })
file.teardown(() => world.stop())
const api = world.api()
const tenant = { api }

const erasure = async (id: string) =>
  (await api.get<{ data: Erasure }>(`/contacts/${id}/erasure`)).body.data
const erase = (id: string) =>
  api.call<{ data: Erasure }>({ method: 'DELETE', path: `/contacts/${id}` })
const erased = (id: string) =>
  eventually(async () => {
    const now = await erasure(id)
    return now.status === 'done' && now
  })

/** A person who writes by a phone. @returns the contact's id */
async function writes(
  phone: string,
  text: string,
  { name = 'Ana Rosa', ...more }: { name?: string; timestamp?: string } = {},
): Promise<string> {
  const contacts = [{ profile: { name }, wa_id: phone }]
  await metaSays(world, {
    contacts,
    messages: [textFrom({ phone }, { text: { body: text }, ...more })],
  })
  return whoWrote(tenant, phone)
}

const conversationOf = (id: string) =>
  eventually(async () => {
    const { body } = await api.get<{ data: { id: string }[] }>(`/conversations?contact_id=${id}`)
    return body.data[0]?.id
  })

test('of an erased person no table and no answer has a word', async (t) => {
  await api.put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })
  const phone = '5531994110001'
  const words = [
    'Segredo-da-Ana',
    'Resposta-para-Ana',
    'Ana-Batizada',
    'Nota-sobre-Ana',
    'Rotulo-Ana',
  ]
  const id = await writes(phone, words[0] ?? '')
  const other = await writes('5531994110002', 'Palavra-da-Bia', { name: 'Bia Lima' })
  await api.patch(`/contacts/${id}`, { name: words[2] })
  const conversation_id = await conversationOf(id)
  await api.patch(`/conversations/${conversation_id}`, {
    internal_note: words[3],
    tags: [words[4]],
    assignee_name: 'Ana-Batizada',
  })
  await sell(world.product(), world.tenant, { conversation_id })
  await sendMessage(api, { conversation_id, text: words[1] ?? '' })
  await eventually(async () => {
    const made = await deliveriesOf(api)
    return made.length === 5 && made.every(({ status }) => status === 'delivered')
  })
  // Two messages and three statuses: what was sent is told before the provider says so.
  await eventually(async () => {
    const { body } = await api.get<{ pagination: { total: number } }>('/webhook-events')
    return body.pagination.total >= 5
  })
  const totals = async () => [
    (await listed(tenant, '')).total,
    ...(await Promise.all(
      ['/messages', '/conversations', '/webhook-events'].map(
        async (path) =>
          (
            await api.get<{ pagination: { total: number } }>(path)
          ).body.pagination.total,
      ),
    )),
  ]
  const before = await totals()

  t.match(await erase(id), { status: 202, body: { data: { contact_id: id } } })
  const done = await erased(id)
  t.match(done.found, { contact: 1, conversation: 1, message: 2 })
  t.same(await totals(), before, 'no total changes')

  const told = [...words, phone, 'Ana Rosa']
  t.same(await leftOf(world.product().config, told), [], 'no table and no fact has a word of it')
  for (const path of [
    `/contacts/${id}`,
    '/contacts',
    '/conversations',
    `/conversations/${conversation_id}`,
    `/conversations/${conversation_id}/messages`,
    '/messages',
    '/webhook-events?limit=200',
    '/events?limit=200',
    '/webhooks/deliveries',
    `/contacts/${id}/export`,
  ]) {
    const { status, body } = await api.get(path)
    t.equal(status, 200, path)
    const text = JSON.stringify(body)
    t.same(
      told.filter((word) => text.includes(word)),
      [],
      path,
    )
  }
  t.match((await api.get(`/contacts/${id}`)).body, {
    data: { name: null, phone: null, erased: true },
  })
  const bia = JSON.stringify((await api.get(`/contacts/${other}`)).body)
  t.match(bia, /Bia Lima/, 'others are as they were')
  t.match(JSON.stringify((await api.get('/messages')).body), /Palavra-da-Bia/)
})

test('erasing twice is the same answer, and nothing of an erased contact can change', async (t) => {
  const id = await writes('5531994110003', 'Oi')
  const first = await erase(id)
  t.match(first, { status: 202 })
  await erased(id)
  const again = await erase(id)
  t.match(again, { status: 202, body: { data: { contact_id: id, status: 'done' } } })
  t.equal(first.status, 202)
  t.match(await api.patch(`/contacts/${id}`, { name: 'X' }), {
    status: 422,
    body: { error: { message: /erased/ } },
  })
  const conversation_id = await conversationOf(id)
  t.equal((await api.post('/messages', { conversation_id, text: 'Oi' })).status, 422)
})

test('a person that writes again is a new contact', async (t) => {
  const phone = '5531994110004'
  const id = await writes(phone, 'Antes')
  await erase(id)
  await erased(id)
  const timestamp = String(Math.floor(Date.now() / 1000))
  const next = await writes(phone, 'Depois', { timestamp })
  t.not(next, id)
  t.match((await api.get(`/contacts/${next}`)).body, { data: { phone, name: 'Ana Rosa' } })
})

test('a send that is repeated after the erasure is answered without the person, and not made', async (t) => {
  const phone = '5531994110014'
  const id = await writes(phone, 'Oi')
  const conversation_id = await conversationOf(id)
  const send = (body: object) =>
    api.call<{ data: object }>({
      method: 'POST',
      path: '/messages',
      headers: { 'idempotency-key': 'pedido-1' },
      body,
    })
  const bodies = [
    { conversation_id, text: 'Pedido' },
    { connection_id: world.connection.id, recipient: { phone }, text: 'Pedido' },
  ]
  t.match(await send(bodies[0] ?? {}), { status: 202, body: { data: { recipient: { phone } } } })
  await erase(id)
  await erased(id)
  const nobody = { phone: null, business_scoped_user_id: null }
  for (const body of bodies)
    t.match(await send(body), {
      status: 202,
      headers: { 'idempotent-replayed': 'true' },
      body: { data: { conversation_id, provider_message_id: null, recipient: nobody } },
    })
})

test('contacts that were merged are erased as one', async (t) => {
  const older = (await save(tenant, { phone: '5531994110005', name: 'Nome-Velho' })).body.data.id
  const younger = await writes('5531994110006', 'Palavra-Juntada')
  await api.post(`/contacts/${older}/merge`, { other_id: younger })
  t.match(await erase(younger), { status: 202, body: { data: { contact_id: older } } })
  await erased(older)
  const told = ['Nome-Velho', 'Palavra-Juntada', '5531994110005', '5531994110006']
  t.same(await leftOf(world.product().config, told), [])
})

test('nobody erases a contact of another account', async (t) => {
  const id = await writes('5531994110007', 'Oi')
  const stranger = await openTenant(world.product())
  t.equal((await stranger.api.call({ method: 'DELETE', path: `/contacts/${id}` })).status, 404)
  t.equal((await stranger.api.get(`/contacts/${id}/erasure`)).status, 404)
  t.equal((await erase(randomUUID())).status, 404)
  t.equal((await api.get(`/contacts/${id}/erasure`)).status, 404)
})

test('an audit says what was erased, and accuses nobody', async (t) => {
  const id = await writes('5531994110010', 'Oi')
  await writes('5531994110011', 'Oi')
  await erase(id)
  await erased(id)
  const { findings } = await auditedWhole(world.product().config)
  // Other tests over the same log tamper with it.
  const ours = findings.filter(({ connection_id }) => connection_id === world.connection.id)
  t.same(
    ours.filter(({ verdict }) => verdict === 'difference'),
    [],
  )
  t.ok(ours.some(({ what }) => what === 'erased'))
})

test('what is stored in the log says nothing of a person without the keys', async (t) => {
  await writes('5531994110008', 'Palavra-Selada', { name: 'Nome-Selado' })
  const { store } = connectEventStore(world.product().config.EVENTSTORE_URL)
  t.teardown(() => store.close())
  let sealed = 0
  for await (const { type, data } of store.readAll({ from: 'start' })) {
    const text = JSON.stringify(data)
    if ('sealed' in data) sealed += 1
    t.notMatch(text, /5531994110008|Palavra-Selada|Nome-Selado/, type)
  }
  t.ok(sealed > 5, `${sealed} facts have a sealed part`)
})
