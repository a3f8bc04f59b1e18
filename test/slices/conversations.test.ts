import { randomUUID } from 'node:crypto'
import { buildApp } from '@recado/command-api/app'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { addFreemium, addOfficial, issueKey, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Detail = {
  id: string
  connection_id: string
  contact_id: string
  status: string
  unread_count: number
  tags: string[]
  assignee_name: string | null
  internal_note: string | null
  last_inbound_at: string | null
  identities: { phone: string | null }
}
type One = { data: Detail }

const world = await startWorld()
file.teardown(() => world.stop())
const { connection, tenant } = world
const api = world.api()
let phones = 0

/** Lets a new person write. @returns the conversation as the list shows it */
async function newConversation(): Promise<Detail & { phone: string }> {
  const phone = `55319${String(88_000_000 + ++phones)}`
  await world.userWrites(phone, 'Oi')
  const item = await eventually(async () => {
    const { body } = await api.get<{ data: Detail[] }>(`/conversations?phone=${phone}`)
    return body.data[0]?.unread_count === 1 && body.data[0]
  })
  return { ...item, phone }
}

const detailOf = async (id: string) => (await api.get<One>(`/conversations/${id}`)).body.data
const refused = (status: number, code: string) => ({
  status,
  body: { error: { code, message: /.{9}/ } },
})

test('a call opens the window of a conversation, and is neither a message nor unread', async (t) => {
  const phone = `55319${String(88_000_000 + ++phones)}`
  const { phone_number_id } = connection
  await world.sim('POST', `/users/${phone}/calls`, { phone_number_id, name: 'Caio' })
  const item = await eventually(async () => {
    const { body } = await api.get<{ data: Detail[] }>(`/conversations?phone=${phone}`)
    return body.data[0]
  })
  t.match(item, { status: 'open', unread_count: 0, last_message_text: null })
  t.match(item, { contacts: { name: 'Caio' } })
  const shown = () => detailOf(item.id)
  const first = await eventually(async () => (await shown()).last_inbound_at !== null && shown())
  t.match(first, { last_inbound_at: String, window: { open: true } })
  const group_id = 'Y2FwaV9ncm91cDox'
  await world.userWrites(phone, 'to all', { group_id })
  await world.userWrites(phone, 'to you')
  const { last_message_text } = await eventually(async () => {
    const now = (await shown()) as Detail & { last_message_text: string | null }
    return now.last_message_text !== null && now
  })
  t.equal(last_message_text, 'to you')
  t.equal((await shown()).unread_count, 1, 'the message to the group is not shown')
})

test('one PATCH sets every writable field and answers with the detail', async (t) => {
  const { id } = await newConversation()
  const changes = {
    status: 'pending',
    tags: ['vip', 'late'],
    assignee_name: 'Bia',
    internal_note: 'Calls back',
  }
  const edited = await api.patch<One>(`/conversations/${id}`, changes)
  t.equal(edited.status, 200)
  t.match(edited.body.data, { id, ...changes, last_inbound_at: String, window: { open: true } })
  t.match(edited.headers, { 'x-event-position': /^\d+$/ })
  t.same(await detailOf(id), edited.body.data)
  const list = await api.get<{ data: Detail[] }>('/conversations?status=pending')
  t.ok(list.body.data.some((item) => item.id === id))
})

test('only sent fields change, null clears, and an empty body changes nothing', async (t) => {
  const { id } = await newConversation()
  const path = `/conversations/${id}`
  await api.patch(path, { tags: ['a'], assignee_name: 'Bia', internal_note: 'x' })
  t.match((await api.patch<One>(path, { tags: ['b'] })).body.data, {
    tags: ['b'],
    assignee_name: 'Bia',
    internal_note: 'x',
    status: 'open',
  })
  const { store } = world.product().deps
  const before = await store.readLast(`conversation-${id}`)
  for (const body of [{}, undefined, { tags: ['b'], status: 'open' }]) {
    const same = await api.patch<One>(path, body)
    t.equal(same.status, 200)
    t.same(same.body.data, await detailOf(id))
  }
  t.equal((await store.readLast(`conversation-${id}`))?.revision, before?.revision)
  const cleared = { tags: null, assignee_name: null, internal_note: null }
  t.match((await api.patch<One>(path, cleared)).body.data, {
    tags: [],
    assignee_name: null,
    internal_note: null,
  })
})

test('tags are trimmed and deduplicated', async (t) => {
  const { id } = await newConversation()
  const edited = await api.patch<One>(`/conversations/${id}`, { tags: [' vip', 'vip ', 'x'] })
  t.same(edited.body.data.tags, ['vip', 'x'])
})

test('closing clears the unread count, an inbound message reopens, and closing again closes', async (t) => {
  const { id, phone } = await newConversation()
  const path = `/conversations/${id}`
  const closed = await api.patch<One>(path, { status: 'closed' })
  t.match(closed.body.data, { status: 'closed', unread_count: 0 })
  await world.userWrites(phone, 'Mais uma coisa')
  await eventually(async () => (await detailOf(id)).status === 'open')
  t.equal((await detailOf(id)).unread_count, 1)
  t.match((await api.patch<One>(path, { status: 'closed' })).body.data, {
    status: 'closed',
    unread_count: 0,
  })
  t.match(await detailOf(id), { status: 'closed', unread_count: 0 })
})

test('while the read models lag, the answer shows what was decided', async (t) => {
  const { id } = await newConversation()
  const { deps } = world.product()
  const impatient = await buildApp({ ...deps, config: { ...deps.config, READ_YOUR_WRITES_MS: 0 } })
  t.teardown(() => impatient.close())
  const body = { status: 'closed', tags: ['a'], assignee_name: 'Bia', internal_note: 'x' }
  const edited = await impatient.inject({
    method: 'PATCH',
    url: `/api/v1/conversations/${id}`,
    headers: { authorization: `Bearer ${tenant.key}` },
    body,
  })
  t.equal(edited.statusCode, 200)
  t.match(edited.json().data, { id, ...body, unread_count: 0 })
  await eventually(async () => (await detailOf(id)).internal_note === 'x')
  t.same(edited.json().data, await detailOf(id))
})

test('tags, notes and names beyond their limits and values of a wrong type are refused', async (t) => {
  const { id } = await newConversation()
  const path = `/conversations/${id}`
  const tags = (count: number) => Array.from({ length: count }, (_, n) => `tag ${n}`)
  t.equal((await api.patch<One>(path, { tags: tags(30) })).body.data.tags.length, 30)
  t.equal((await api.patch(path, { internal_note: '😀'.repeat(4000) })).status, 200)
  const wrong = [
    { tags: tags(31) },
    { tags: [' '] },
    { tags: 'vip' },
    { tags: [1] },
    { internal_note: 'x'.repeat(4001) },
    { assignee_name: 'x'.repeat(121) },
    { assignee_name: 7 },
    { status: 'archived' },
    { status: null },
  ]
  for (const body of wrong) {
    const answer = await api.patch(path, body)
    t.match(answer, refused(422, 'validation'), JSON.stringify(body).slice(0, 40))
  }
  t.match(await api.patch(path, '{"status"'), refused(400, 'invalid_body'))
  t.equal((await detailOf(id)).tags.length, 30)
})

test('a conversation of another account is not found and not touched', async (t) => {
  const { id } = await newConversation()
  const other = await openTenant(world.product())
  const notFound = refused(404, 'not_found')
  t.match(await other.api.patch(`/conversations/${id}`, { status: 'closed' }), notFound)
  t.match(await other.api.get(`/conversations/${id}`), notFound)
  t.match(await api.patch(`/conversations/${randomUUID()}`, { status: 'closed' }), notFound)
  const another = api.patch('/conversations/resolve', { status: 'closed' })
  t.match(await another, refused(405, 'method_not_allowed'))
  t.equal((await detailOf(id)).status, 'open')
})

test('editing needs the write scope and a key', async (t) => {
  const { id } = await newConversation()
  const reader = world.product().api((await issueKey(world.product(), tenant.id, ['read'])).key)
  const path = `/conversations/${id}`
  t.match(await reader.patch(path, { status: 'closed' }), refused(403, 'forbidden'))
  const nobody = world.product().api(null)
  t.match(await nobody.patch(path, { status: 'closed' }), refused(401, 'unauthorized'))
  t.match(await nobody.get('/conversations/resolve'), refused(401, 'unauthorized'))
})

test('a conversation is resolved by number and phone, in any formatting', async (t) => {
  const { id, contact_id, phone } = await newConversation()
  const detail = await detailOf(id)
  const expected = {
    data: {
      id,
      connection_id: connection.id,
      status: 'open',
      last_inbound_at: detail.last_inbound_at,
      contact: { id: contact_id, phone: detail.identities.phone },
    },
  }
  const short = `${phone.slice(0, 4)}${phone.slice(5)}`
  const spaced = encodeURIComponent(`+${connection.phone_number_digits}`)
  for (const query of [
    `connection_id=${connection.id}&phone=${phone}`,
    `connection_id=${connection.id}&phone=%2B${short}`,
    `connection_id=${connection.phone_number_digits}&phone=${phone}`,
    `connection_id=${spaced}&phone=${phone}`,
  ]) {
    const { status, body } = await api.get(`/conversations/resolve?${query}`)
    t.equal(status, 200, query)
    t.same(body, expected)
  }
})

test('a conversation is resolved by BSUID, parent BSUID and username', async (t) => {
  const bsuid = `BR.${randomUUID()}`
  const phone = '5531977776666'
  const parent = `BR.ENT.${randomUUID()}`
  const who = { wa_id: phone, user_id: bsuid, parent_user_id: parent }
  await metaSays(world, {
    contacts: [{ ...who, profile: { username: '@Ana.Reis' } }],
    messages: [textFrom({ phone, bsuid }, { from_parent_user_id: parent })],
  })
  const query = `connection_id=${connection.id}&business_scoped_user_id=${bsuid}`
  const found = await eventually(async () => {
    const answer = await api.get<{ data: Detail }>(`/conversations/resolve?${query}`)
    return answer.status === 200 && answer.body.data
  })
  const both = await api.get<One>(`/conversations/resolve?${query}&phone=${phone}`)
  t.equal(both.body.data.id, found.id)
  for (const name of [
    'username=ana.reis',
    'username=%40ANA.REIS',
    `parent_business_scoped_user_id=${parent}`,
    `username=ana.reis&parent_business_scoped_user_id=${parent}&phone=${phone}`,
  ]) {
    const by = await api.get<One>(`/conversations/resolve?connection_id=${connection.id}&${name}`)
    t.match(by, { status: 200, body: { data: { id: found.id } } }, name)
  }
  const { phone: another } = await newConversation()
  const clash = await api.get(`/conversations/resolve?${query}&phone=${another}`)
  t.match(clash, refused(422, 'validation'))
})

test('an unknown person is not found, and a query that names nobody is refused', async (t) => {
  const { phone } = await newConversation()
  const resolve = (query: string) => api.get(`/conversations/resolve?${query}`)
  const mine = `connection_id=${connection.id}`
  const notFound = refused(404, 'not_found')
  t.match(await resolve(`${mine}&phone=5511900000000`), notFound)
  t.match(await resolve(`${mine}&username=nobody`), notFound)
  t.match(await resolve(`connection_id=${randomUUID()}&phone=${phone}`), notFound)
  t.match(await resolve(`connection_id=5511900000000&phone=${phone}`), notFound)
  const idle = await addFreemium(world.product(), tenant.id)
  t.match(await resolve(`connection_id=${idle.id}&phone=${phone}`), notFound)
  t.match(await resolve(mine), refused(422, 'validation'))
  t.match(await resolve(`phone=${phone}`), refused(422, 'validation'))
  t.match(await resolve(`${mine}&phone=none`), refused(400, 'query_error'))
  t.match(await resolve(`connection_id=what&phone=${phone}`), refused(400, 'query_error'))
  const other = await openTenant(world.product())
  const theirs = await addOfficial(world.product(), other.id)
  t.match(await resolve(`connection_id=${theirs.id}&phone=${phone}`), notFound)
  const asked = await other.api.get(`/conversations/resolve?${mine}&phone=${phone}`)
  t.match(asked, notFound)
})
