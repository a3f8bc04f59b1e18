import { randomUUID } from 'node:crypto'
import { t as file, test } from 'tap'
import { listed, save } from '../kit/contacts.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sell } from '../kit/sales.ts'
import { sendMessage } from '../kit/sent.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Fact = { type: string; stream: string; at: string; actor: object; data: object }
type Export = {
  data: {
    contact_id: string
    merged_contact_ids: string[]
    recipients: { target_url: string; delivered: number }[]
    facts: Fact[]
  }
}

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const tenant = { api }

const exported = async (id: string) => (await api.get<Export>(`/contacts/${id}/export`)).body.data
const typesIn = ({ facts }: Export['data']) => new Set(facts.map(({ type }) => type))

/** A person who writes by a phone. @returns the contact's id */
async function writes(phone: string, text: string): Promise<string> {
  await metaSays(world, { messages: [textFrom({ phone }, { text: { body: text } })] })
  return eventually(async () => (await listed(tenant, `phone=${phone}`)).ids[0])
}

test('an export has everything about a person and nothing about others', async (t) => {
  await api.put('/webhooks', { connection_id: world.connection.id, url: world.customer.url })
  const phone = '5531995770001'
  const id = await writes(phone, 'Oi, sou a Ana')
  const other = await writes('5531995770002', 'Oi, sou a Bia')
  await api.patch(`/contacts/${id}`, { name: 'Ana Reis' })
  const conversation = await eventually(async () => {
    const { body } = await api.get<{ data: { id: string }[] }>(`/conversations?contact_id=${id}`)
    return body.data[0]
  })
  await api.patch(`/conversations/${conversation.id}`, { internal_note: 'Gosta de café' })
  await sell(world.product(), world.tenant, { conversation_id: conversation.id })
  await sendMessage(api, { conversation_id: conversation.id, text: 'Olá, Ana' })
  const wanted = [
    ...['ContactCreated', 'ContactRenamed', 'ContactIdentityLinked', 'IdentityClaimed'],
    ...['ConversationOpened', 'InternalNoteChanged', 'MessageReceived', 'SaleRecorded'],
    ...['MessageSendRequested', 'MessageSent', 'MessageStatusReported'],
  ]
  const copy = await eventually(async () => {
    const data = await exported(id)
    return wanted.every((type) => typesIn(data).has(type)) && data
  })
  t.equal(copy.contact_id, id)
  const text = JSON.stringify(copy)
  for (const known of ['Oi, sou a Ana', 'Olá, Ana', 'Ana Reis', 'Gosta de café', phone])
    t.ok(text.includes(known), `it has ${known}`)
  t.notOk(text.includes('Bia') || text.includes(other), 'nothing of another person')
  for (const { at, actor } of copy.facts) t.match({ at, actor }, { at: /^2/, actor: { type: /./ } })
  await eventually(async () =>
    (await exported(id)).recipients.some(
      ({ target_url, delivered }) => target_url === world.customer.url && delivered > 0,
    ),
  )
})

test('an export has what the person said before contacts were merged', async (t) => {
  const older = (await save(tenant, { phone: '5531995770003' })).body.data.id
  const younger = await writes('5531995770004', 'Oi, sou a Cau')
  t.equal((await api.post(`/contacts/${older}/merge`, { other_id: younger })).status, 200)
  for (const id of [older, younger]) {
    const copy = await exported(id)
    t.match(copy, { contact_id: older, merged_contact_ids: [younger] })
    t.match(JSON.stringify(copy), /sou a Cau/)
  }
})

test('a number that another person has now shows nothing of that person', async (t) => {
  const phone = '5531995770005'
  const first = (await save(tenant, { phone, name: 'Dora' })).body.data.id
  await api.patch(`/contacts/${first}`, { phone: '5531995770006' })
  const second = (await save(tenant, { phone, name: 'Eva' })).body.data.id
  t.not(second, first)
  t.notMatch(JSON.stringify(await exported(first)), new RegExp(second))
  t.notMatch(JSON.stringify(await exported(second)), new RegExp(first))
})

test('hundreds of messages arrive whole', async (t) => {
  const phone = '5531995770007'
  const id = await writes(phone, 'Text 0')
  const texts = Array.from({ length: 450 }, (_, n) => `Text ${n + 1}.`)
  // At one time: what other files of this process send is later.
  const messages = texts.map((body) => ({
    ...{ id: `wamid.${body}`, from: phone, timestamp: '1767225600' },
    ...{ type: 'text', text: { body } },
  }))
  for (let n = 0; n < texts.length; n += 90)
    await metaSays(world, { messages: messages.slice(n, n + 90) })
  await eventually(async () => {
    const { facts } = await exported(id)
    return facts.filter(({ type }) => type === 'MessageReceived').length === texts.length + 1
  })
  const text = JSON.stringify(await exported(id))
  t.same(
    texts.filter((one) => !text.includes(one)),
    [],
  )
})

test('nobody exports a contact of another account', async (t) => {
  const id = await writes('5531995770008', 'Oi')
  const stranger = await openTenant(world.product())
  t.equal((await stranger.api.get(`/contacts/${id}/export`)).status, 404)
  t.equal((await api.get(`/contacts/${randomUUID()}/export`)).status, 404)
})
