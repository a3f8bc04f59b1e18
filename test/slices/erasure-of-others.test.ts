import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { streamOf } from '@recado/application/ids'
import { contactIdentity } from '@recado/domain/contact-identity/contact-identity'
import { matchKey } from '@recado/domain/contact-identity/match-key'
import { t as file, test } from 'tap'
import { PDF } from '../command-api/media/sample-files.ts'
import { auditedWhole } from '../kit/audited.ts'
import { listed, save, whoWrote } from '../kit/contacts.ts'
import { deliveriesOf } from '../kit/deliveries.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { filesOf } from '../kit/files-of.ts'
import { factsLeft } from '../kit/left-of.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { FAST_DISPATCH } from '../kit/place.ts'
import { sell } from '../kit/sales.ts'
import { sendMessage } from '../kit/sent.ts'
import { addOfficial, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

// What a reader who had not built erasures broke.

type RawEvents = { data: { erased?: true; payload: object }[] }

const world = await startWorld({ settings: { FACT_KEYS: 'own' } })
file.teardown(() => world.stop())
const api = () => world.api()

/** A person writes, with more in the message or beside it. @returns the contact's id */
async function writes(phone: string, text: string, profile: object = {}): Promise<string> {
  const contacts = [{ profile: { name: `Nome de ${phone}`, ...profile }, wa_id: phone }]
  await metaSays(world, { contacts, messages: [textFrom({ phone }, { text: { body: text } })] })
  return whoWrote({ api: api() }, phone)
}

const erase = (id: string) => erased(api(), id)

const rawEvents = async () =>
  (await api().get<RawEvents>('/webhook-events?limit=200')).body.data.filter(
    ({ erased }) => erased !== true,
  )

/** The facts that have one of the words, as who has the keys reads them. */
const factsWith = (...words: readonly string[]) => factsLeft(world.product().config, words)

test('no raw event of another person is lost, whatever a person is called', async (t) => {
  for (let n = 0; n < 4; n++) await writes(`553199455000${n}`, n === 0 ? 'sim' : `Oi ${n}`)
  const own = world.connection.phone_number_digits
  const callers = [
    await writes('5531994550101', 'Oi', { username: 'sim' }),
    await writes('5531994550102', 'Oi', { username: 'messages' }),
    (await save({ api: api() }, { phone: '17672256', name: 'Curto' })).body.data.id,
    (await save({ api: api() }, { phone: own, name: 'A loja' })).body.data.id,
  ]
  for (const id of callers) await erase(id)
  const left = JSON.stringify(await rawEvents())
  for (let n = 0; n < 4; n++) t.match(left, new RegExp(`553199455000${n}`))
  t.notMatch(left, /5531994550101|5531994550102/)
})

test('what an earlier holder of a number said stays', async (t) => {
  const phone = '5531994550201'
  const first = await writes(phone, 'Palavra-da-Primeira')
  await api().patch(`/contacts/${first}`, { phone: '5531994550202' })
  const second = (await save({ api: api() }, { phone, name: 'Segunda' })).body.data.id
  t.not(second, first)
  await erase(second)
  t.match(JSON.stringify(await rawEvents()), /Palavra-da-Primeira/)
})

test('an erasure finds what another process has sealed, statuses and echoes included', async (t) => {
  const phone = '5531994550301'
  const id = await writes(phone, 'Palavra-Outra', { username: 'ana.outra' })
  const { conversation_id } = await sendMessage(api(), {
    connection_id: world.connection.id,
    recipient: { contact_id: id },
    text: 'Resposta-Outra',
  })
  await eventually(async () => {
    const path = `/messages?status=read&conversation_id=${conversation_id}`
    const { body } = await api().get<{ pagination: { total: number } }>(path)
    return body.pagination.total === 1
  })
  // Each process remembers the keys of a person by itself: what shares none is found by itself, or stays.
  await world.restart(async () => undefined)
  await erase(id)
  t.same(await factsWith(phone, 'Palavra-Outra', 'Resposta-Outra', 'ana.outra'), [])
  const { pool } = world.product().deps
  const { rows } = await pool.query('select p::text as row from provider_messages p')
  t.notMatch(rows.map(({ row }) => row).join(), new RegExp(phone))
})

test('an erasure finds a status of an unknown message, and both numbers of a person', async (t) => {
  const [before, after] = ['5531994550701', '5531994550702']
  const id = await writes(before, 'Oi')
  const told = { id: 'wamid.de-ninguem', status: 'delivered', timestamp: '1767225600' }
  await metaSays(world, { statuses: [{ ...told, recipient_id: before }] })
  const changed = { type: 'user_changed_number', wa_id: after, body: `agora ${after}` }
  const message = textFrom({ phone: before }, { type: 'system', text: undefined, system: changed })
  await metaSays(world, { messages: [message] })
  await eventually(async () => {
    const types = await factsWith(before, after)
    return ['MessageStatusReported', 'IdentityReplaced'].every((type) =>
      types.some((line) => line.startsWith(type)),
    )
  })
  await world.restart(async () => undefined)
  await erase(id)
  t.same(await factsWith(before, after), [])
})

test('messages that come while an erasure begins show nothing of the erased person', async (t) => {
  const phone = '5531994550401'
  const id = await writes(phone, 'Antes')
  const said = [1, 2, 3].map((n) => textFrom({ phone }, { text: { body: `Durante-${n}` } }))
  await Promise.all([erase(id), ...said.map((message) => metaSays(world, { messages: [message] }))])
  const { body } = await api().get<{ data: object[] }>(`/conversations?contact_id=${id}`)
  t.match(body.data, [{ erased: true, last_message_text: null, contacts: { phone: null } }])
  t.notMatch(JSON.stringify((await api().get(`/contacts/${id}`)).body), new RegExp(phone))
})

test('the conversation of an erased person takes no note any more', async (t) => {
  const id = await writes('5531994550501', 'Oi')
  const talk = await eventually(async () => {
    const { body } = await api().get<{ data: { id: string }[] }>(`/conversations?contact_id=${id}`)
    return body.data[0]?.id
  })
  await erase(id)
  const path = `/conversations/${talk}`
  const refused = { status: 422, body: { error: { message: /erased/ } } }
  t.match(await api().patch(path, { internal_note: 'Nota' }), refused)
})

test('a person whose deliveries failed is erased, with what the endpoint answered', async (t) => {
  await api().put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })
  world.customer.answers(500, 'Eco-da-Resposta')
  const phone = '5531994550601'
  const id = await writes(phone, 'Palavra-Falha')
  await eventually(async () => (await deliveriesOf(api())).some(({ last_error }) => last_error))
  t.not((await factsWith('Eco-da-Resposta')).length, 0)
  await erase(id)
  t.same(await factsWith(phone, 'Palavra-Falha'), [])
  t.match(
    (await deliveriesOf(api())).filter(({ status }) => status !== 'dead'),
    [],
    'what waited is not delivered any more',
  )
  const { findings } = await auditedWhole(world.product().config)
  t.same(
    findings.filter(({ verdict }) => verdict === 'difference'),
    [],
  )
})

test('what waits for a retry when its person is erased is not posted any more', async (t) => {
  const waits = { ...FAST_DISPATCH, schedule: [0, 2_000, 2_000] }
  const place = await startWorld({ settings: { FACT_KEYS: 'own' }, dispatchTimes: waits })
  t.teardown(() => place.stop())
  const { connection, customer } = place
  await place.api().put('/webhooks', {
    connection_id: connection.id,
    url: customer.url,
    events: ['whatsapp.message.received', 'messages'],
  })
  customer.answers(500)
  const phone = '5531994550801'
  await metaSays(place, { messages: [textFrom({ phone })] })
  const waiting = await eventually(async () => {
    const all = await deliveriesOf(place.api(), 'status=failed')
    return all.length === 2 && all
  })
  const id = await eventually(
    async () => (await listed({ api: place.api() }, `phone=${phone}`)).ids[0],
  )
  await erased(place.api(), id)
  customer.answers(200)
  const due = Math.max(...waiting.map((one) => Date.parse(String(one.next_attempt_at))))
  await eventually(() => Date.now() > due + 1_000)
  t.same(customer.arrivals, [])
})

test('the same person of another account stays', async (t) => {
  const other = await openTenant(world.product())
  const number = await addOfficial(world.product(), other.id)
  await world.sim('POST', '/numbers', {
    ...number,
    display_phone_number: number.phone_number_digits,
  })
  const phone = '5531994550901'
  const id = await writes(phone, 'Palavra-Dela')
  await world.userWrites(phone, 'Palavra-Dela-La', { phone_number_id: number.phone_number_id })
  const elsewhere = await eventually(
    async () => (await listed(other, `phone=${phone.replace('319', '31')}`)).ids[0],
  )
  const stored = async () => (await other.api.get<{ data: object[] }>('/messages')).body.data
  await eventually(async () => (await stored()).length === 1)
  const everythingOf = async (path: string) => (await other.api.get(path)).body
  const paths = ['/contacts', '/conversations', '/messages', '/webhook-events']
  const before = await Promise.all(paths.map(everythingOf))
  await erase(id)
  t.same(await Promise.all(paths.map(everythingOf)), before)
  t.match(JSON.stringify(before), /Palavra-Dela-La/)
  await erased(other.api, elsewhere)
  t.same(await factsWith('Palavra-Dela', phone), [])
})

test('an erasure finds a sale that waits for a conversation of the person', async (t) => {
  const phone = '5531994551001'
  const { id } = (await save({ api: api() }, { phone, name: 'Compradora' })).body.data
  await sell(world.product(), world.tenant, { phone })
  await eventually(async () => (await factsWith(phone)).some((line) => /^SaleRecorded/.test(line)))
  await erase(id)
  t.same(await factsWith(phone), [])
})

test('an erasure finds a claim that was made for nobody', async (t) => {
  const { store, personIds, newId, now } = world.product().deps
  const account_id = world.tenant.id
  const phone = '5531994551101'
  const claim = { account_id, kind: 'phone', match_key: matchKey('phone', phone) } as const
  // As when two processes make the same contact at once: one of them withdraws.
  const context = systemContext({ now, newId }, { part: 'test', account_id })
  const of = { ...claim, contact_id: newId() }
  const at = now().toISOString()
  const facts = [
    { type: 'IdentityClaimed', data: { ...of, claimed_at: at } },
    { type: 'IdentityReleased', data: { ...of, released_at: at } },
  ] as const
  const stream = streamOf(contactIdentity, personIds.claimId(claim))
  await store.append(stream, 'no_stream', newEvents(facts, context))
  const id = await writes(phone, 'Oi')
  await erase(id)
  t.same(await factsWith(claim.match_key, phone), [])
})

test('a file that was uploaded goes with the last person that it was sent to', async (t) => {
  const { connection, tenant } = world
  const files = filesOf(world.product(), tenant, connection)
  const { id } = await files.upload(PDF, 'application/pdf')
  const nameOf = async () => (await files.facts(id)).map(({ data }) => Object(data).filename)
  const people = [await writes('5531994551201', 'Oi'), await writes('5531994551202', 'Oi')]
  for (const contact_id of people)
    await sendMessage(api(), {
      ...{ connection_id: connection.id, recipient: { contact_id } },
      ...{ type: 'document', media: { id, filename: 'lista.pdf' } },
    })
  t.same(await nameOf(), ['a name'])
  await erase(String(people[0]))
  t.same(await nameOf(), ['a name'], 'the other one has it too')
  await erase(String(people[1]))
  t.same(await factsWith('a name'), [])
})
