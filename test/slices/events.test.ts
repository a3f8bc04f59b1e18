import { randomUUID } from 'node:crypto'
import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { webhookId } from '@recado/application/ids'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { dayStream } from '@recado/infra/event-store/journal'
import { openPool } from '@recado/infra/postgres/pool'
import { t as file, test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { metaSays, textFrom } from '../kit/meta-says.ts'
import { sendMessage } from '../kit/sent.ts'
import { openTenant } from '../kit/tenants.ts'
import { startWorld } from '../kit/world.ts'

type Told = { id: string; type: string; sequence: null; data: { message: { text: string } } }
type Page = { data: Told[]; next_cursor: string; has_more: boolean }
type Problem = { error: { code: string; message: string } }

const world = await startWorld()
file.teardown(() => world.stop())
const { connection, customer } = world

async function page(query = ''): Promise<Page> {
  const { status, body } = await world.api().get<Page>(`/events${query}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return body
}

/** All events behind a cursor, read in pages of `limit`. */
async function everything({ after = '', limit = 2, more = '' } = {}) {
  const events: Told[] = []
  for (let cursor = after, goesOn = true; goesOn; ) {
    const from = cursor === '' ? '' : `&after=${cursor}`
    const { data, next_cursor, has_more } = await page(`?limit=${limit}${from}${more}`)
    events.push(...data)
    cursor = next_cursor
    goesOn = has_more
  }
  return events
}

/** A page as text. */
async function raw(query: string): Promise<string> {
  const headers = { authorization: `Bearer ${world.tenant.key}` }
  const { queryApp } = world.product()
  return (await queryApp.inject({ method: 'GET', url: `/api/v1/events${query}`, headers })).body
}

const untold = (text: string) => text.replace(/"sequence":\d+/, '"sequence":null')

test('events exist without a webhook, and an empty page has a cursor too', async (t) => {
  const empty = await page()
  t.match(empty, { data: [], has_more: false })
  await world.userWrites('5531987654321', 'before any webhook')
  await eventually(async () => (await page(`?after=${empty.next_cursor}`)).data.length === 1)
  const { data } = await page()
  t.match(data, [{ type: 'whatsapp.message.received', sequence: null }])
})

test('the page has the same bytes that a webhook was posted, except for the sequence', async (t) => {
  const { next_cursor: before } = await page('?limit=200')
  const events = ['whatsapp.message.received', 'whatsapp.message.sent', 'messages', 'STATUSES']
  await world.api().put('/webhooks', {
    ...{ connection_id: connection.id, url: customer.url },
    events: events.slice(0, 3).concat('statuses'),
  })
  for (const text of ['Olá 👍', '"sequence":null', 'line\nbreak \u2028'])
    await world.userWrites('5531987654321', text)
  const [talk] = (await world.api().get<{ data: { id: string }[] }>('/conversations')).body.data
  await world.api().post('/messages', { conversation_id: talk?.id, text: 'Oi!' })
  const received = () => customer.types().filter((type) => type === 'whatsapp.message.received')
  await eventually(() => received().length >= 3)
  await eventually(() => customer.types().includes('whatsapp.message.sent'))
  await eventually(() => customer.arrivals.filter(({ body }) => !body.type).length >= 6)
  const inOrder = () =>
    [...customer.arrivals].sort(
      (a, b) => Number(a.headers['x-event-position']) - Number(b.headers['x-event-position']),
    )
  const text = await eventually(async () => {
    const found = await raw(`?after=${before}&limit=200&events=${events.join(',')}`)
    return JSON.parse(found).data.length === customer.arrivals.length && found
  })
  const data = text.slice('{"data":['.length, text.lastIndexOf('],"next_cursor"'))
  t.equal(
    data,
    inOrder()
      .map((arrival) => untold(arrival.text))
      .join(','),
  )
  t.ok(
    inOrder().some(({ text }) => untold(text) !== text),
    'some had a sequence',
  )
})

test('a redelivery is posted to its webhook, and listed only for include=redeliveries', async (t) => {
  type Delivery = { id: string; event: string; event_id: string }
  const { body } = await world.api().get<{ data: Delivery[] }>('/webhooks/deliveries')
  const original = body.data.find(({ event }) => event === 'whatsapp.message.received')
  if (original === undefined) throw new Error('nothing was delivered')
  const { next_cursor } = await page('?limit=200')
  const { deps } = world.product()
  const requested_at = new Date().toISOString()
  const fact = {
    type: 'RedeliveryRequested' as const,
    data: {
      ...{ delivery_id: randomUUID(), original_delivery_id: original.id, requested_at },
      ...{ webhook_id: webhookId(connection.id), connection_id: connection.id },
      event_id: original.event_id,
    },
  }
  const context = { now: () => new Date(), newId: () => randomUUID() }
  const events = newEvents(
    [fact],
    systemContext(context, { part: 'test', account_id: world.tenant.id }),
  )
  await deps.journal.record(dayStream('webhookDelivery', connection.id, new Date()), events)
  const [first, again] = await eventually(() => {
    const both = customer.arrivals.filter(({ body }) => body.id === original.event_id)
    return both.length > 1 && both
  })
  t.equal(again?.text, first?.text)
  const { data } = await page(`?after=${next_cursor}&include=redeliveries`)
  t.same(
    data.filter(({ id }) => id === original.event_id),
    [{ ...again?.body, sequence: null }],
  )
  t.notOk((await page(`?after=${next_cursor}`)).data.some(({ id }) => id === original.event_id))
})

test('events are filtered by connection, name and time', async (t) => {
  const all = await eventually(async () => {
    const found = await everything()
    const types = found.map(({ type }) => type)
    const ends = ['whatsapp.message.delivered', 'whatsapp.message.read']
    return ends.every((type) => types.includes(type)) && found
  })
  t.same(await everything({ more: `&connection_id=${connection.id}` }), all)
  t.same(await everything({ more: '&connection_id=5500000000000' }), [])
  const received = all.filter(({ type }) => type === 'whatsapp.message.received')
  t.same(await everything({ more: '&events=whatsapp.message.received' }), received)
  t.same(await everything({ more: '&since=2020-01-01T00:00:00Z' }), all)
  const none = await page('?since=2999-01-01T00:00:00Z')
  t.same(none.data, [])
  t.same((await page(`?after=${none.next_cursor}`)).data, [], 'a client may continue without since')
})

test('paging while others write neither skips nor repeats an event', async (t) => {
  const { next_cursor: before } = await page('?limit=200')
  const texts = Array.from({ length: 40 }, (_, i) => `while paging ${i}`)
  const writing = Promise.all(
    texts.map((text, i) => world.userWrites(`55319${1000 + (i % 7)}0000`, text)),
  )
  const seen: Told[] = []
  let cursor = before
  await eventually(async () => {
    const { data, next_cursor } = await page(
      `?limit=3&after=${cursor}&events=whatsapp.message.received`,
    )
    seen.push(...data)
    cursor = next_cursor
    return seen.length >= texts.length
  })
  await writing
  t.same(seen.map(({ data }) => data.message.text).sort(), texts.sort())
  t.same(seen, await everything({ after: before, more: '&events=whatsapp.message.received' }))
})

test('a payment that fails leaves its message as it is, and no event calls it failed', async (t) => {
  type Data<T> = { data: T }
  type Row = { status: string; error: object | null }
  type Raw = { payload: object }
  const [api, phone] = [world.api(), '5531987650123']
  await world.sim('PATCH', '/behaviour', { statuses: ['sent'] })
  t.teardown(() => world.sim('DELETE', '/behaviour'))
  const { next_cursor } = await page('?limit=200')
  const body = { connection_id: connection.id, recipient: { phone }, text: 'Seu pedido' }
  const { provider_message_id: id, conversation_id } = await sendMessage(api, body)
  const shown = async () => {
    const found = await api.get<Data<Row[]>>(
      `/messages?provider_message_id=${encodeURIComponent(id)}`,
    )
    return found.body.data[0]
  }
  await eventually(async () => (await shown())?.status === 'sent')
  const of = (more: object) => ({ id, timestamp: '1767225700', recipient_id: phone, ...more })
  const payment = (reference_id: string, status: string) =>
    of({ type: 'payment', status, payment: { reference_id, transaction: { status } } })
  /** Posts a status, and waits for a message that comes after it. */
  const reported = async (status: object, text: string) => {
    await metaSays(world, { statuses: [status] })
    await metaSays(world, { messages: [textFrom({ phone }, { text: { body: text } })] })
    await eventually(async () =>
      (await everything({ after: next_cursor })).some(({ data }) => data.message.text === text),
    )
  }
  await reported(payment('ped-1001', 'failed'), 'recusado')
  t.match(await shown(), { status: 'sent', error: null, failed_at: null })
  await reported(payment('ped-1001', 'captured'), 'pago')
  t.match(await shown(), { status: 'sent', error: null, failed_at: null })
  await reported(of({ status: 'delivered' }), 'chegou')
  await reported(payment('ped-1002', 'failed'), 'outro')
  t.match(await shown(), { status: 'delivered', error: null, failed_at: null })
  t.notOk((await everything({ after: next_cursor })).some(({ type }) => /failed/.test(type)))
  const ofTalk = `/messages?status=failed&conversation_id=${conversation_id}`
  const failed = await api.get<Data<Row[]>>(ofTalk)
  t.same(failed.body.data, [])
  const raw = await api.get<Data<Raw[]>>('/webhook-events?source=official&limit=100')
  t.ok(raw.body.data.some(({ payload }) => JSON.stringify(payload).includes('ped-1001')))
})

test("another account's events are not listed", async (t) => {
  const other = await openTenant(world.product())
  const { next_cursor } = await page('?limit=1')
  for (const query of ['', `?connection_id=${connection.id}`, `?after=${next_cursor}`])
    t.match((await other.api.get(`/events${query}`)).body, { data: [], has_more: false }, query)
})

test('an invalid cursor, event, connection, time or size is a query error', async (t) => {
  const { next_cursor } = await page('?limit=1')
  const bad = {
    after: [
      '',
      'x',
      '-1',
      next_cursor.slice(1),
      `${next_cursor}=`,
      'MS4x.',
      'A'.repeat(60),
      'A'.repeat(65),
    ],
    events: ['', 'nonsense', 'whatsapp.message.sent,,', `${'messages,'.repeat(100)}messages`],
    connection_id: ['ana'],
    since: ['yesterday'],
    include: ['everything'],
    limit: ['0', '-1', 'x'],
  }
  for (const [name, values] of Object.entries(bad))
    for (const value of values) {
      const path = `/events?${name}=${encodeURIComponent(value)}`
      const { status, body } = await world.api().get<Problem>(path)
      t.match({ status, code: body.error.code }, { status: 400, code: 'query_error' }, path)
      t.ok(body.error.message.includes(name), body.error.message)
    }
  t.equal((await world.api().get('/events?limit=1000')).status, 200, 'a larger page is the largest')
})

test('a cursor leads to the same place after a rebuild', async (t) => {
  const all = await everything()
  const { next_cursor } = await page('?limit=3')
  await world.restart(async ({ DATABASE_URL }) => {
    const pool = openPool(DATABASE_URL, { max: 1 })
    await pool.query(`drop schema ${READ_SCHEMA} cascade`)
    await pool.end()
  })
  await eventually(async () => (await everything()).length === all.length)
  t.same(await everything(), all)
  t.same(await everything({ after: next_cursor }), all.slice(3))
})
