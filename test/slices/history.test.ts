import { t as file, test } from 'tap'
import { auditedWhole } from '../kit/audited.ts'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Json = Record<string, unknown>
type Item = {
  id: string
  log_id: number
  direction: string
  body: string
  type: string
  status: string
  created_at: string
}
type Conversation = {
  id: string
  contact_id: string
  status: string
  last_message_text: string
  last_message_at: string
  unread_count: number
}
type History = {
  phase: number
  progress: number
  messages: number
  completed_at: string | null
  declined_at: string | null
} | null
type Page<T> = { data: T[]; pagination: { total: number; next_offset: number | null } }

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const { connection, customer } = world
const BUSINESS = connection.phone_number_digits
const [ana, bia] = ['5531987654321', '5511911110002'] as const
const BEGIN = 1_760_000_000

await api.put('/webhooks', { connection_id: connection.id, url: customer.url })

const past = (from: string, n: number, more: Json = {}): Json => ({
  ...{ from, id: `wamid.past.${n}`, timestamp: String(BEGIN + n), type: 'text' },
  ...{ text: { body: `Antes ${n}` }, history_context: { status: 'READ' }, ...more },
})
const image = { caption: 'A casa', mime_type: 'image/jpeg', sha256: 'aa=', id: '24230' }
const threads = [
  {
    id: ana,
    messages: [
      ...[9, 8, 7, 6, 5].map((n) => past(n % 2 === 0 ? ana : BUSINESS, n)),
      past(BUSINESS, 4, { type: 'image', image, text: undefined }),
      ...[3, 2, 1].map((n) => past(ana, n)),
    ],
  },
  { id: bia, messages: [past(bia, 20), past(bia, 22), past(BUSINESS, 21)] },
]

const share = (of: Json) => world.sim('POST', `/numbers/${connection.phone_number_id}/history`, of)
const conversations = async () => (await api.get<Page<Conversation>>('/conversations')).body.data
const historyOf = async (id: string, query = '') =>
  (await api.get<Page<Item>>(`/conversations/${id}/messages?${query}`)).body
const transfer = async () => {
  const { body } = await api.get<{ data: { history: History } }>(`/connections/${connection.id}`)
  return body.data.history
}

test('the history of a number, in chunks without order and twice', async (t) => {
  t.equal(await transfer(), null)
  await share({ threads, size: 2, shuffled: true, times: 2 })
  await eventually(async () => (await transfer())?.messages === 12)
  t.match(
    await eventually(async () => {
      const seen = await transfer()
      return seen?.completed_at != null && seen
    }),
    { phase: 2, progress: 100, declined_at: null },
  )
  const [first, second, ...none] = await eventually(async () => {
    const seen = await conversations()
    return seen.length === 2 && seen
  })
  t.same(none, [])
  t.match(first, {
    ...{ last_message_text: 'Antes 22', unread_count: 0, status: 'open' },
    last_message_at: new Date((BEGIN + 22) * 1_000).toISOString(),
  })
  t.match(second, { last_message_text: 'Antes 9', unread_count: 0 })
  const texts = [
    'Antes 1',
    'Antes 2',
    'Antes 3',
    'A casa',
    ...[5, 6, 7, 8, 9].map((n) => `Antes ${n}`),
  ]
  const shown = await eventually(async () => {
    const page = await historyOf(second?.id ?? '')
    return page.data.some(({ body }) => body === 'A casa') && page
  })
  t.same(
    shown.data.map(({ body }) => body),
    texts,
  )
  t.match(shown.data[3], { direction: 'out', type: 'image', status: 'read' })
  t.equal(shown.data[0]?.created_at, new Date((BEGIN + 1) * 1_000).toISOString())
  t.equal(shown.pagination.total, 9)
})

test('a message of it has a record with its file', async (t) => {
  const [, conversation] = await conversations()
  const item = (await historyOf(conversation?.id ?? '')).data[3]
  const { body } = await api.get<{ data: object }>(`/messages/${item?.log_id}`)
  t.match(body.data, {
    ...{ message_id: item?.id, provider_message_id: 'wamid.past.4', direction: 'outbound' },
    ...{ origin: 'external', type: 'image', text: 'A casa', status: 'read', payload: null },
    content: { id: '24230', mime_type: 'image/jpeg', caption: 'A casa' },
    ...{ recipient: { phone: ana }, created_at: item?.created_at, contact: { phone: ana } },
  })
  const stranger = await openTenant(world.product())
  t.equal((await stranger.api.get(`/messages/${item?.log_id}`)).status, 404)
})

test('the export of a person has what the history says', async (t) => {
  const [, conversation] = await conversations()
  type Export = { data: { facts: { type: string; data: object }[] } }
  const { body } = await api.get<Export>(`/contacts/${conversation?.contact_id}/export`)
  const types = body.data.facts.map(({ type }) => type)
  t.equal(types.filter((type) => type === 'MessageImported').length, 9)
  t.equal(types.filter((type) => type === 'ImportedMediaReceived').length, 1)
})

test('nothing of it is a message of now', async (t) => {
  const { body } = await api.get<Page<object>>('/messages')
  t.equal(body.pagination.total, 0)
  t.same(customer.types(), [], 'no webhook')
})

test('what is said live stands after it, page by page, and is told once', async (t) => {
  const [, conversation] = await conversations()
  const id = conversation?.id ?? ''
  const live = { ...textFrom({ phone: ana }), id: 'wamid.past.9', text: { body: 'Antes 9, agora' } }
  await metaSays(world, { messages: [live] })
  await world.userWrites(ana, 'Voltei')
  await eventually(async () => (await historyOf(id)).data.at(-1)?.body === 'Voltei')
  const { data, pagination } = await historyOf(id)
  const all = data.map(({ body }) => body)
  t.equal(pagination.total, 10)
  t.same(all.slice(-4), ['Antes 7', 'Antes 8', 'Antes 9, agora', 'Voltei'])
  const paged: string[] = []
  for (let offset = 0; offset < 10; offset += 3)
    paged.push(...(await historyOf(id, `limit=3&offset=${offset}`)).data.map(({ body }) => body))
  t.same(paged, all)
  t.same((await historyOf(id, 'offset=50')).data, [])
  t.match((await conversations())[0], { id, unread_count: 2, last_message_text: 'Voltei' })
  await eventually(() => customer.arrivals.length >= 2)
  t.same(customer.types(), ['whatsapp.message.received', 'whatsapp.message.received'])
  await share({ threads, size: 4 })
  const before = await historyOf(id)
  await world.userWrites(ana, 'E o resto?')
  await eventually(async () => (await historyOf(id)).pagination.total === 11)
  t.same((await historyOf(id)).data.slice(0, 10), before.data, 'a repetition changes nothing')
})

test('a business that does not share its history, and an audit of it all', async (t) => {
  await share({ declined: true })
  t.match(await transfer(), { progress: 100, declined_at: null }, 'what was transferred stays')
  const { findings } = await auditedWhole(world.product().config)
  t.same(findings, [])
})
