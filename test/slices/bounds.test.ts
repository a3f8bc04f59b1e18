import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { WAHA_KEY } from '../kit/product-servers.ts'
import { postSale, saleNotice } from '../kit/sales.ts'
import { served } from '../kit/served.ts'
import { addFreemium } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Json = Record<string, unknown>
type Page = { data: Json[]; pagination: { total: number } }

const world = await startWorld({
  behaviour: { statuses: [] },
})
file.teardown(() => world.stop())
const { connection, tenant } = world
const api = world.api()
const product = world.product()
const freemium = await addFreemium(product, tenant.id)
const phone = '5531987654321'
const target = { connection_id: connection.id, recipient: { phone } }
const refused = (status: number, code: string, message: RegExp) => ({
  status,
  body: { error: { code, message } },
})
const long = (length: number) => randomBytes(length).toString('hex').slice(0, length)
const digits = (length: number) =>
  BigInt(`0x${long(length)}`)
    .toString()
    .slice(0, length)

const LONG_BODIES: readonly (readonly [path: string, body: Json, message: RegExp])[] = [
  [
    '/messages',
    { ...target, recipient: { phone: digits(9_000) }, text: 'a' },
    /recipient\.phone .*64 characters/,
  ],
  [
    '/messages',
    { ...target, recipient: { phone: digits(21) }, text: 'a' },
    /recipient\.phone .*20 digits/,
  ],
  ['/messages/text', { ...target, recipient: null, to: digits(21), text: 'a' }, /to .*20 digits/],
  ['/messages', { ...target, from: long(65), text: 'a' }, /from .*64 characters/],
  [
    '/messages',
    { ...target, recipient: { username: long(513) }, text: 'a' },
    /username .*512 bytes/,
  ],
  [
    '/messages',
    { ...target, recipient: { username: 'é'.repeat(257) }, text: 'a' },
    /username .*512 bytes/,
  ],
  [
    '/messages',
    { ...target, text: 'a', reply_to_message_id: long(513) },
    /reply_to_message_id .*512 bytes/,
  ],
  [
    '/messages',
    { ...target, type: 'reaction', reaction: { message_id: long(513), emoji: '👍' } },
    /message_id .*512 bytes/,
  ],
  ['/messages', { ...target, type: 'image', media: { id: long(513) } }, /media\.id .*512 bytes/],
  ['/contacts', { phone: digits(9_000) }, /phone .*64 characters/],
  ['/contacts', { connection_id: connection.id, business_scoped_user_id: long(513) }, /512 bytes/],
]

for (const [path, body, message] of LONG_BODIES)
  test(`POST ${path} names the field that is too long: ${message.source}`, async (t) => {
    t.match(await api.post(path, body), refused(422, 'validation', message))
  })

const QUERIES: readonly (readonly [path: string, message: RegExp])[] = [
  [`/messages?provider_message_id=${long(513)}`, /provider_message_id .*512 bytes/],
  [`/messages?connection_id=${digits(65)}`, /connection_id .*64 characters/],
  [`/contacts?phone=${digits(21)}`, /phone .*20 digits/],
  [`/contacts?username=${long(513)}`, /username .*512 bytes/],
  [`/conversations?phone=${digits(9_000)}`, /phone .*64 characters/],
  [`/webhook-events?event=${long(101)}`, /event .*100 bytes/],
  ['/messages?provider_message_id=a%00', /provider_message_id must not contain NUL/],
  ['/messages?x=?&provider_message_id=%00', /provider_message_id must not contain NUL/],
  ['/sales?since=0000-01-01T00:00:00Z', /since .*years 0001 to 9999/],
  ['/sales?since=0000-12-31T00:00:00-23:59', /since .*years 0001 to 9999/],
  ['/sales?since=0001-01-01T00:00:00%2B16:00', /since .*years 0001 to 9999/],
  ['/sales?since=9999-12-31T23:59:59-12:00', /since .*years 0001 to 9999/],
]

for (const [path, message] of QUERIES)
  test(`GET ${path.slice(0, 60)} is a query error`, async (t) => {
    t.match(await api.get(path), refused(400, 'query_error', message))
  })

test('a timestamp with any offset is accepted', async (t) => {
  for (const since of [
    '0001-01-01T00:00:00Z',
    '2026-01-01T00:00:00%2B23:59',
    '9999-12-31T23:59:59Z',
  ])
    t.match(await api.get(`/sales?since=${since}`), { status: 200 }, since)
})

test('a position that no log can have is a query error', async (t) => {
  const ask = (position: string) =>
    api.call({ method: 'GET', path: '/stages', headers: { 'x-min-event-position': position } })
  for (const position of ['9223372036854775808', '99999999999999999999', '-1', '1.5', 'a', ''])
    t.match(await ask(position), refused(400, 'query_error', /x-min-event-position/), position)
  t.match(await ask('0'), { status: 200 })
})

const sells = (account: string, more: object) =>
  postSale(product, { id: account, sales_secret: tenant.sales_secret }, saleNotice(more))

test('a notice of a sale that is answered 200 is listed', async (t) => {
  for (const occurred_at of [
    '0000-06-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-12:00',
  ])
    t.match(
      await sells(tenant.id, { occurred_at }),
      refused(422, 'validation', /occurred_at .*years/),
    )
  const edges = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-01-06T06:00:00+23:59']
  for (const occurred_at of edges) {
    const told = await sells(tenant.id, { occurred_at })
    t.equal(told.status, 200, occurred_at)
    const { body } = await api.get<Page>('/sales?since=0001-01-01T00:00:00Z')
    t.same(
      body.data.find(({ id }) => id === told.body.data.id),
      told.body.data,
    )
  }
})

test('an account that does not exist has no sales hook', async (t) => {
  for (const account of ['nobody', '%00', '%ff', 'a'.repeat(600), randomUUID()])
    t.match(await sells(account, {}), refused(404, 'not_found', /.{9}/), account)
})

test('a notice with NUL, half a surrogate pair or too deep nesting is refused like any other body', async (t) => {
  const tell = (product_name: string) => sells(tenant.id, { product_name })
  t.match(await tell('a\0'), refused(422, 'validation', /product_name must not contain NUL/))
  t.match(await tell('a\ud83d'), refused(422, 'validation', /product_name must not contain NUL/))
  const deep = JSON.parse(`${'['.repeat(1_500)}1${']'.repeat(1_500)}`)
  t.match(await sells(tenant.id, { deep }), refused(400, 'invalid_body', /nests too deep/))
})

const texts = async () => (await api.get<Page>('/messages?limit=200')).body.data
const parked = async () =>
  (await product.operator.get<{ data: Json[] }>('/parked')).body.data.map(({ error }) =>
    String(error),
  )

test('an inbound message of Meta beyond a bound is kept raw, shown to the operator, and disturbs nothing', async (t) => {
  const beyond = long(12_000)
  const messages = [
    textFrom({ phone }, { id: beyond, text: { body: 'before' } }),
    textFrom({ phone: '5531911112222' }, { context: { id: beyond }, text: { body: 'quoting' } }),
    textFrom({ bsuid: beyond }, { text: { body: 'of nobody' } }),
    textFrom({ phone }, { text: { body: 'after' } }),
  ]
  await metaSays(world, { messages })
  await metaSays(world, { statuses: [{ id: beyond, status: 'sent', recipient_id: phone }] })
  await eventually(async () => (await texts()).some(({ text }) => text === 'after'))
  const shown = (await texts()).map(({ text }) => text)
  for (const text of ['before', 'quoting', 'of nobody']) t.notOk(shown.includes(text), text)
  const reasons = await eventually(async () => (await parked()).length === 4 && parked())
  for (const field of ['provider_message_id', 'reply_to_message_id', 'business_scoped_user_id'])
    t.ok(
      reasons.some((reason) => reason.includes(`${field} must have at most 512 bytes`)),
      field,
    )
  const raw = await api.get<Page>('/webhook-events?event=messages')
  t.ok(JSON.stringify(raw.body.data).includes(beyond))
})

async function wahaSays(event: string, payload: Json) {
  const text = JSON.stringify({ id: randomUUID(), event, session: freemium.session, payload })
  const headers = { 'x-webhook-hmac': createHmac('sha512', WAHA_KEY).update(text).digest('hex') }
  const url = `/hooks/waha/${freemium.id}`
  const post = { method: 'POST', url, headers, payload: text } as const
  const answer = await served(() => product.commandApp.inject(post))
  if (answer.statusCode !== 200) throw new Error(answer.body)
}

test('an inbound message of the gateway beyond a bound is kept raw and shown to the operator', async (t) => {
  const message = { from: `${phone}@c.us`, fromMe: false, timestamp: 1767225600 }
  const known = (await parked()).length
  await wahaSays('message', { ...message, id: long(12_000), body: 'beyond' })
  await wahaSays('message', { ...message, id: `false_${phone}@c.us_3EB0AA`, body: 'within' })
  await eventually(async () => (await texts()).some(({ text }) => text === 'within'))
  await eventually(async () => (await parked()).length === known + 1)
  t.notOk((await texts()).some(({ text }) => text === 'beyond'))
})

test('an event whose name is too long for the list is listed as unknown, with its whole payload', async (t) => {
  const name = long(2_000)
  await metaSays(world, { field: name })
  await wahaSays(name, {})
  const raw = await eventually(async () => {
    const { body } = await api.get<Page>('/webhook-events?event=unknown')
    return body.data.length === 2 && body.data
  })
  for (const { payload } of raw) t.ok(JSON.stringify(payload).includes(name))
})

test('NUL, half a surrogate pair and deep nesting are replaced where they are shown, and kept unchanged in the log', async (t) => {
  const nested = `${'['.repeat(9_000)}1${']'.repeat(9_000)}`
  const { phone_number_id, waba_id } = connection
  const odd = textFrom({ phone }, { text: { body: 'odd MARK' }, MARK: 1, deep: 'DEEP' })
  const value = { metadata: { phone_number_id }, messages: [odd] }
  const entry = [{ id: waba_id, changes: [{ field: 'messages', value }] }]
  const body = JSON.stringify({ entry })
    .replaceAll('MARK', '\\u0000\\ud83d')
    .replace('"DEEP"', nested)
  t.equal(await world.postHook(body), 200)
  await eventually(async () => (await texts()).some(({ text }) => text === 'odd \uFFFD\uFFFD'))
  const [raw] = (await api.get<Page>('/webhook-events?event=messages')).body.data
  t.match(JSON.stringify(raw), /\[nests too deep\]/)
  let kept = ''
  for await (const event of product.deps.store.readAll({ from: 'end', direction: 'backwards' }))
    if (event.type === 'ProviderPostReceived') kept ||= String(Object(event.data).body)
  t.equal(kept, body)
})

test('a provider timestamp beyond the year 9999 is ignored', async (t) => {
  const told = { timestamp: '8640000000000', text: { body: 'late' } }
  await metaSays(world, { messages: [textFrom({ phone }, told)] })
  const late = await eventually(async () => (await texts()).find(({ text }) => text === 'late'))
  t.match(late.provider_timestamp, /^20/)
  t.equal((await parked()).filter((reason) => !reason.startsWith('BoundBroken')).length, 0)
})
