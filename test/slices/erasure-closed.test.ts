import { buildApp } from '@recado/query-api/app'
import { t as file, test } from 'tap'
import { apiClient, inMemory } from '../kit/api-client.ts'
import { whoWrote } from '../kit/contacts.ts'
import { signedIn } from '../kit/dashboard.ts'
import { erased } from '../kit/erased.ts'
import { eventually } from '../kit/eventually.ts'
import { keyedLog } from '../kit/keyed-log.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { callsOf } from '../kit/provider-calls.ts'
import { startWorld } from '../kit/world.ts'

// What the account can still do with what it holds of an erased person: put it away, and learn nothing from it.

const world = await startWorld({ settings: { FACT_KEYS: 'own' } })
file.teardown(() => world.stop())
const api = world.api()

type Row = { id: number; message_id: string; conversation_id: string; status: string }
type Page<T> = { data: T[] }

/** A person who wrote once, and whom nobody answered. */
async function wrote(phone: string) {
  await metaSays(world, {
    contacts: [{ profile: { name: 'Ana Rosa' }, wa_id: phone }],
    messages: [textFrom({ phone }, { text: { body: 'Segredo-da-Ana' } })],
  })
  const id = await whoWrote({ api }, phone)
  const message = await eventually(async () => {
    const { body } = await api.get<Page<Row>>(`/messages?contact_id=${id}`)
    return body.data[0]
  })
  return { id, message, conversation: `/conversations/${message.conversation_id}` }
}

/** The same person, erased. */
async function gone(phone: string) {
  const person = await wrote(phone)
  await erased(api, person.id)
  return person
}

const refused = { status: 422, body: { error: { code: 'validation', message: /erased/ } } }

test('the conversation of an erased person can be closed, and nothing be written on it', async (t) => {
  const { conversation } = await gone('5531994120001')
  t.match((await api.get(conversation)).body, { data: { status: 'open', unread_count: 1 } })
  for (const words of [{ tags: ['vip'] }, { assignee_name: 'Bia' }, { internal_note: 'Nota' }])
    t.match(await api.patch(conversation, { status: 'closed', ...words }), refused)
  t.match((await api.get(conversation)).body, { data: { status: 'open' } }, 'all or nothing')
  const nothing = { tags: [], assignee_name: null, internal_note: null }
  const closed = await api.patch(conversation, { status: 'closed', ...nothing })
  const shown = { data: { status: 'closed', unread_count: 0, ...nothing, erased: true } }
  t.match(closed, { status: 200, body: shown })
  t.match((await api.get(conversation)).body, shown)
  const open = await api.get<Page<{ erased?: true }>>('/conversations?status=open')
  t.same(open.body.data, [], 'it leaves the list of what is open')
})

test('a message of an erased person is marked as read without a call to the provider', async (t) => {
  const { message, conversation } = await gone('5531994120002')
  const calls = async () => (await callsOf(world)).filter(({ method }) => method === 'POST')
  const before = (await calls()).length
  for (const body of [undefined, { typing: true }]) {
    const answer = await api.post(`/messages/${message.id}/read`, body)
    t.match(answer, { status: 200, body: { data: { id: message.id, status: 'read' } } })
  }
  t.equal((await calls()).length, before)
  t.match((await api.get(conversation)).body, { data: { unread_count: 0 } })
})

test('a send to an erased person is refused for that, not for a restriction that could be lifted', async (t) => {
  const { id, message } = await gone('5531994120003')
  const { conversation_id } = message
  const to = { connection_id: world.connection.id, recipient: { contact_id: id } }
  for (const target of [{ conversation_id }, to]) {
    const answer = await api.post<{ error: { message: string } }>('/messages', {
      ...target,
      text: 'Oi',
    })
    t.match(answer, refused)
    t.notMatch(answer.body.error.message, /restricted/)
  }
})

test('the trace and the export of an erased person have no word and no stand-in of it at once', async (t) => {
  const phone = '5531994120004'
  const { deps, commandApp, config } = world.product()
  // A process with keys of its own, which it has used before they are destroyed.
  const { store } = keyedLog(config)
  const queryApp = await buildApp({ ...deps, store })
  t.teardown(async () => {
    await queryApp.close()
    await store.close()
  })
  const send = inMemory({ command: commandApp, query: queryApp })
  const other = apiClient(send, '/api/v1', world.tenant.key)
  const { id, message } = await wrote(phone)
  const trace = `/trace/messages/${message.message_id}`
  const paths = [trace, `/contacts/${id}/export`]
  for (const path of paths) t.match(JSON.stringify((await other.get(path)).body), /Segredo-da-Ana/)
  await erased(api, id)
  for (const client of [other, api])
    for (const path of paths) {
      const { status, body } = await client.get(path)
      t.equal(status, 200)
      t.notMatch(JSON.stringify(body), new RegExp(`${phone}|Segredo-da-Ana|Ana Rosa|"party"`), path)
    }
  const { body } = await other.get(trace)
  t.match(body, { data: { subject: { direction: 'inbound', type: 'text', text: '' } } })
})

test('the page of an erased raw event has no stand-in in what was recorded', async (t) => {
  const { message } = await gone('5531994120005')
  const { body } = await api.get<Page<{ id: number; erased?: true }>>('/webhook-events')
  const raw = body.data.find(({ erased }) => erased)
  const page = await signedIn(world.product(), world.tenant.id, 'dora@loja.example')
  const shown = await page.get(`/raw-events/${raw?.id}/translation`)
  t.match(JSON.stringify(shown.body), new RegExp(message.message_id))
  t.notMatch(JSON.stringify(shown.body), /"party"/)
})
