import { randomUUID } from 'node:crypto'
import { factMetadata } from '@recado/application/commands/command-context'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { addOfficial, issueKey, openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Conversation = {
  id: string
  contact_id: string
  status: string
  last_message_text: string | null
  last_message_at: string | null
  unread_count: number
  contacts: { name: string | null; phone: string | null }
}
type Item = { direction: string; body: string; type: string; created_at: string; status: string }
type Page<T> = {
  data: T[]
  pagination: { limit: number; total: number; next_offset: number | null }
}

const world = await startWorld()
file.teardown(() => world.stop())
const api = world.api()
const { connection } = world
const another = await addOfficial(world.product(), world.tenant.id)
await world.sim('POST', '/numbers', {
  ...another,
  display_phone_number: another.phone_number_digits,
})

const [ana, bia, caio] = ['5531987654321', '5511911110002', '5511911110003'] as const
const named = (phone: string, name: string) => [{ profile: { name }, wa_id: phone }]
const list = async (query = '') =>
  (await api.get<Page<Conversation>>(`/conversations?${query}`)).body
const history = async (id: string, query = '') =>
  (await api.get<Page<Item>>(`/conversations/${id}/messages?${query}`)).body

/** Waits until the first conversation of the list has this last message. */
const onTop = (text: string) =>
  eventually(async () => {
    const [first] = (await list()).data
    return first?.last_message_text === text && first
  })

async function says(phone: string, name: string, text: string) {
  const message = { ...textFrom({ phone }), text: { body: text } }
  await metaSays(world, { contacts: named(phone, name), messages: [message] })
  return { ...(await onTop(text)), wamid: String((message as { id?: unknown }).id) }
}

const first = await says(ana, 'Ana', 'Oi, aqui é a Ana')
const second = await says(bia, 'Bia', 'Oi, aqui é a Bia')
await world.userWrites(caio, 'Oi pelo outro número', { phone_number_id: another.phone_number_id })
const third = await onTop('Oi pelo outro número')
await api.patch(`/conversations/${second.id}`, { status: 'pending' })
await api.patch(`/conversations/${third.id}`, { status: 'closed' })
const short = `${ana.slice(0, 4)}${ana.slice(5)}`

const filters: readonly (readonly [query: string, ids: readonly string[]])[] = [
  ['', [third.id, second.id, first.id]],
  [`connection_id=${connection.id}`, [second.id, first.id]],
  [`connection_id=${another.phone_number_digits}`, [third.id]],
  [`connection_id=%2B${another.phone_number_digits}`, [third.id]],
  [
    `connection_id=tel:${another.phone_number_digits.replace(/^(..)(..)/, '$1/$2\u2010')}`,
    [third.id],
  ],
  [`connection_id=${randomUUID()}`, []],
  ['connection_id=5511900009999', []],
  [`contact_id=${second.contact_id}`, [second.id]],
  ['name=b%C3%8DA', [second.id]],
  [`name=bia&connection_id=${another.phone_number_digits}`, []],
  ['name=bia&status=pending', [second.id]],
  ['name=nobody', []],
  [`contact_id=${second.contact_id.toUpperCase()}`, [second.id]],
  [`contact_id=${randomUUID()}`, []],
  [`phone=${ana}`, [first.id]],
  [`phone=%2B${short}`, [first.id]],
  [
    `phone=tel:${short.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)))}`,
    [first.id],
  ],
  ['phone=5511900000000', []],
  ['status=open', [first.id]],
  ['status=pending', [second.id]],
  ['status=closed', [third.id]],
  [`status=open&connection_id=${connection.id}`, [first.id]],
  [`status=closed&connection_id=${connection.id}`, []],
  [`phone=${bia}&status=open`, []],
  [
    `connection_id=${connection.id}&contact_id=${first.contact_id}&phone=${ana}&status=open`,
    [first.id],
  ],
]

for (const [query, ids] of filters)
  test(`GET /conversations?${query}`, async (t) => {
    const { data, pagination } = await list(query)
    t.same(
      data.map(({ id }) => id),
      ids,
    )
    t.match(pagination, { limit: 50, offset: 0, total: ids.length, next_offset: null })
  })

for (const query of ['status=archived', 'contact_id=7', 'connection_id=x', 'phone=%2B', 'limit=0'])
  test(`GET /conversations?${query} is a query error`, async (t) => {
    const { status, body } = await api.get(`/conversations?${query}`)
    t.match({ status, body }, { status: 400, body: { error: { code: 'query_error' } } })
  })

test('a conversation in which nothing was said is on no list, and is found by its id', async (t) => {
  const silent = randomUUID()
  const { deps } = world.product()
  const data = {
    ...{ conversation_id: silent, connection_id: another.id, contact_id: second.contact_id },
    opened_at: new Date().toISOString(),
  }
  const context = {
    account_id: world.tenant.id,
    actor: { type: 'system', id: 'test' },
    ...{ correlation_id: silent, causation_id: silent, request_id: null },
    ...{ now: deps.now, newId: deps.newId },
  } as const
  const metadata = factMetadata(context, 'ConversationOpened')
  const fact = { id: randomUUID(), type: 'ConversationOpened', data, metadata }
  const { position } = await deps.store.append(`conversation-${silent}`, 'no_stream', [fact])
  await deps.readModels.waitFor(position, 10_000, null)
  const shown = [third.id, second.id, first.id]
  for (const [query, ids] of [
    ['', shown],
    ['status=open', [first.id]],
    [`contact_id=${second.contact_id}`, [second.id]],
    [`connection_id=${another.id}`, [third.id]],
  ] as const) {
    const { data, pagination } = await list(query)
    t.same([data.map(({ id }) => id), pagination.total], [ids, ids.length], query)
  }
  const found = await api.get<{ data: Conversation }>(`/conversations/${silent}`)
  t.match(found, { status: 200, body: { data: { last_message_text: null, status: 'open' } } })
})

test('an item shows preview, unread count and contact, and a message moves it to the top', async (t) => {
  const moved = await says(ana, 'Ana Reis', 'Mais uma coisa')
  t.match(moved, {
    id: first.id,
    status: 'open',
    last_message_text: 'Mais uma coisa',
    unread_count: 2,
    contacts: { name: 'Ana Reis', phone: ana },
  })
  t.ok(String(moved.last_message_at) > String(first.last_message_at))
  await api.patch(`/contacts/${first.contact_id}`, { name: 'Ana R.' })
  t.match((await list(`phone=${ana}`)).data, [{ contacts: { name: 'Ana R.' } }])
})

test('the history is ascending, with echoes, reactions, edits and withdrawals', async (t) => {
  const echo = { id: 'wamid.echo', timestamp: '1767225700', type: 'text', text: { body: 'Já vi' } }
  const aside = (type: string, content: object) =>
    textFrom({ phone: ana }, { type, [type]: content })
  await metaSays(world, {
    field: 'smb_message_echoes',
    message_echoes: [{ ...echo, from: connection.phone_number_digits, to: ana }],
  })
  await onTop('Já vi')
  t.match(
    (await list(`phone=${ana}`)).data,
    [{ unread_count: 0 }],
    'a message of the business marks everything as read',
  )
  await api.patch(`/conversations/${first.id}`, { status: 'closed' })
  const edit = {
    original_message_id: first.wamid,
    message: { type: 'text', text: { body: 'Olá' } },
  }
  await metaSays(world, {
    messages: [
      aside('reaction', { message_id: first.wamid, emoji: '👍' }),
      aside('edit', edit),
      aside('revoke', { original_message_id: first.wamid }),
    ],
  })
  const shown = await eventually(async () => {
    const page = await history(first.id)
    return page.pagination.total === 6 && page
  })
  t.same(
    shown.data.map(({ direction, type, body }) => [direction, type, body]),
    [
      ['in', 'text', 'Oi, aqui é a Ana'],
      ['in', 'text', 'Mais uma coisa'],
      ['out', 'text', 'Já vi'],
      ['in', 'reaction', '👍'],
      ['in', 'edit', 'Olá'],
      ['in', 'revoke', '[revoke]'],
    ],
  )
  const times = shown.data.map(({ created_at }) => created_at)
  t.same(times, [...times].sort())
  t.equal(shown.pagination.limit, 100)
  const [log] = (await api.get<Page<object>>('/messages?provider_message_id=wamid.echo')).body.data
  t.match(log, { direction: 'outbound', origin: 'external', status: 'sent' })
  const [item] = (await list(`phone=${ana}`)).data
  t.match(item, { status: 'closed', unread_count: 0, last_message_text: 'Já vi' })
})

test('the history comes in pages of up to 500', async (t) => {
  t.match(await history(first.id, 'limit=501'), { pagination: { limit: 500, total: 6 } })
  const page = await history(first.id, 'limit=2&offset=3')
  t.same(
    page.data.map(({ type }) => type),
    ['reaction', 'edit'],
  )
  t.match(page.pagination, { limit: 2, offset: 3, total: 6, next_offset: 5 })
  t.match((await history(first.id, 'limit=2&offset=5')).pagination, { next_offset: null })
  const bad = await api.get(`/conversations/${first.id}/messages?limit=x`)
  t.match(bad, { status: 400, body: { error: { code: 'query_error' } } })
})

test('conversations of another account are not found, and reading needs the read scope', async (t) => {
  const notFound = { status: 404, body: { error: { code: 'not_found' } } }
  t.match(await api.get(`/conversations/${randomUUID()}/messages`), notFound)
  t.match(await api.get('/conversations/7/messages'), notFound)
  const other = await openTenant(world.product())
  t.match(await other.api.get(`/conversations/${first.id}/messages`), notFound)
  t.same((await other.api.get<Page<object>>(`/conversations?phone=${ana}`)).body.data, [])
  const { key } = await issueKey(world.product(), world.tenant.id, ['write'])
  const writer = world.product().api(key)
  for (const path of ['/conversations', `/conversations/${first.id}/messages`]) {
    const forbidden = { status: 403, body: { error: { code: 'forbidden' } } }
    t.match(await writer.get(path), forbidden)
    const unauthorized = { status: 401, body: { error: { code: 'unauthorized' } } }
    t.match(await world.product().api(null).get(path), unauthorized)
  }
})
