import { createHmac } from 'node:crypto'
import { t as file, type Test, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { WAHA_KEY } from '../kit/product-servers.ts'
import { sendMessage } from '../kit/sent.ts'
import { served } from '../kit/served.ts'
import { addFreemium } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'
import { wahaEvent } from '../translation/waha-event.ts'

type Item = Readonly<Record<string, string | number | null>>
type Page = { data: Item[]; pagination: { total: number } }

const world = await startWorld({
  behaviour: { statuses: [] },
})
file.teardown(() => world.stop())
const api = world.api()
const official = world.connection
const freemium = await addFreemium(world.product(), world.tenant.id)
const [ana, bia, caio] = ['5531987654321', '5531987654322', '5531987654323']

await metaSays(world, { messages: [textFrom({ phone: ana }), textFrom({ phone: bia })] })
await wahaSays('message.any', {
  ...{ id: `false_${caio}@c.us_3EB0AA`, from: `${caio}@c.us`, fromMe: false },
  ...{ timestamp: 1767225600, body: 'Oi' },
})
await wahaSays('message.ack', { id: `true_${caio}@c.us_3EB0BB`, ack: 2 })
await eventually(async () => (await listed('/messages')).pagination.total === 3)
for (const phone of [ana, bia]) {
  const body = { connection_id: official.id, recipient: { phone }, text: 'Oi!' }
  const { provider_message_id: id } = await sendMessage(api, body)
  const at = { recipient_id: phone, timestamp: '1767225700' }
  if (phone === ana) await metaSays(world, { statuses: [{ id, status: 'delivered', ...at }] })
}
await eventually(async () => (await listed('/messages?status=delivered')).pagination.total === 1)
await eventually(async () => (await listed('/webhook-events')).pagination.total === 4)

async function listed(path: string): Promise<Page> {
  const { status, body } = await api.get<Page>(path)
  if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function wahaSays(event: string, payload: Record<string, unknown>): Promise<void> {
  const body = JSON.stringify(wahaEvent(event, payload, { session: freemium.session }))
  const signed = createHmac('sha512', WAHA_KEY).update(body).digest('hex')
  const headers = { 'content-type': 'application/json', 'x-webhook-hmac': signed }
  const to = { method: 'POST', url: freemium.hook, headers, payload: body } as const
  const { statusCode } = await served(() => world.product().commandApp.inject(to))
  if (statusCode !== 200) throw new Error(`the hook answered ${statusCode}`)
}

/** Asserts that a filter leaves exactly the items with this value of this field, which are some but not all. */
async function keeps(t: Test, path: string, query: string, field: string, value: unknown) {
  const all = await listed(path)
  const expected = all.data.filter((item) => item[field] === value)
  t.ok(expected.length > 0 && expected.length < all.data.length, `${query} divides the list`)
  const { data, pagination } = await listed(`${path}?${query}`)
  t.same(data, expected, query)
  t.equal(pagination.total, expected.length, query)
}

test('each filter of the message log includes and excludes', async (t) => {
  const { data } = await listed('/messages')
  const fields = ['conversation_id', 'contact_id', 'provider_message_id', 'direction', 'status']
  for (const field of ['connection_id', ...fields])
    for (const value of new Set(data.map((item) => item[field])))
      await keeps(t, '/messages', `${field}=${encodeURIComponent(`${value}`)}`, field, value)
  for (const { id, phone_number_digits } of [official, freemium])
    await keeps(t, '/messages', `connection_id=${phone_number_digits}`, 'connection_id', id)
  t.same(new Set(data.map(({ direction }) => direction)), new Set(['inbound', 'outbound']))
  t.same(new Set(data.map(({ status }) => status)), new Set(['received', 'pending', 'delivered']))
  t.same((await listed('/messages?direction=inbound&status=delivered')).data, [])
})

test('each filter divides the messages of one conversation, too', async (t) => {
  const { data } = await listed('/messages?direction=outbound&status=delivered')
  const own = `/messages?conversation_id=${data[0]?.conversation_id}`
  const total = async (query: string) => (await listed(`${own}${query}`)).pagination.total
  t.equal(await total(''), 2)
  t.equal(await total('&direction=inbound'), 1)
  t.equal(await total('&status=delivered'), 1)
  t.equal(await total('&error_class=user'), 0)
  for (const at of ['2020-01-01T00:00:00Z', '2120-01-01T00:00:00Z']) {
    const isBefore = at < '2100'
    t.equal(await total(`&since=${at}`), isBefore ? 2 : 0, `since ${at}`)
    t.equal(await total(`&until=${at}`), isBefore ? 0 : 2, `until ${at}`)
  }
})

test('each filter of the raw events includes and excludes', async (t) => {
  const { data } = await listed('/webhook-events')
  for (const field of ['connection_id', 'source', 'event'])
    for (const value of new Set(data.map((item) => item[field])))
      await keeps(t, '/webhook-events', `${field}=${value}`, field, value)
  t.same(new Set(data.map(({ source }) => source)), new Set(['official', 'freemium']))
  t.same((await listed('/webhook-events?source=freemium&event=messages')).data, [])
})

test('a malformed filter or page is refused with 400 query_error', async (t) => {
  const pages = ['limit=0', 'limit=-1', 'limit=x', 'limit=1.5', 'offset=-1', 'offset=x']
  const bad: Readonly<Record<string, readonly string[]>> = {
    '/messages': [
      ...['direction=in', 'direction=', 'status=nonsense', 'connection_id=nonsense'],
      ...['conversation_id=nonsense', 'contact_id=1'],
    ],
    '/webhook-events': ['source=meta', 'connection_id=nonsense'],
    '/conversations': ['status=nonsense', 'contact_id=1', 'phone=nonsense'],
    '/contacts': ['stage_id=nonsense', 'connection_id=nonsense', 'phone=nonsense'],
    '/sales': ['status=nonsense', 'since=yesterday'],
    '/templates': ['status=nonsense'],
    '/webhooks/deliveries': ['status=nonsense', 'connection_id=nonsense'],
    '/connections': [],
  }
  for (const [path, filters] of Object.entries(bad))
    for (const query of [...filters, ...pages]) {
      const [name] = query.split('=')
      t.match(await api.get(`${path}?${query}`), {
        status: 400,
        body: { error: { code: 'query_error', message: new RegExp(`^${name}`) } },
      })
    }
})
