import { Webhook } from 'standardwebhooks'
import type { Test } from 'tap'
import { eventually } from '../kit/eventually.ts'
import { startWorld, type WorldOptions } from '../kit/world.ts'

type Page<T> = { data: T[]; pagination: { total: number; next_offset: number | null } }
type Conversation = { id: string; unread_count: number; last_message_text: string; status: string }
type Message = { id: number; status: string; text: string; direction: string }

/** A customer writes, the business answers, and its webhook is posted: asserts every step as a client sees it. */
export async function firstPath(t: Test, options: WorldOptions = {}): Promise<void> {
  const world = await startWorld(options)
  t.teardown(() => world.stop())
  const { connection, customer } = world
  const api = world.api()

  const configured = await api.put<{ data: { secret: string } }>('/webhooks', {
    connection_id: connection.id,
    url: customer.url,
  })
  t.equal(configured.status, 201)
  const { secret } = configured.body.data

  const wamid = await world.userWrites('5531987654321', 'Oi, tudo bem?')
  const conversation = await eventually(async () => {
    const { body } = await api.get<Page<Conversation>>('/conversations')
    return body.data[0]?.unread_count === 1 && body.data[0]
  })
  t.match(conversation, { unread_count: 1, last_message_text: 'Oi, tudo bem?', status: 'open' })
  const contacts = await api.get<Page<{ phone: string; stage_id: string }>>('/contacts')
  t.equal(contacts.body.pagination.total, 1)
  t.ok(contacts.body.data[0]?.stage_id, 'the contact shows a stage')
  const inbound = await api.get<Page<Message>>(
    `/messages?provider_message_id=${encodeURIComponent(wamid)}`,
  )
  t.match(inbound.body.data, [{ direction: 'inbound', status: 'received' }])
  const record = await api.get<{ data: { payload: object } }>(
    `/messages/${inbound.body.data[0]?.id}`,
  )
  t.match(record.body.data.payload, { id: wamid, text: { body: 'Oi, tudo bem?' } })

  const sent = await api.post<{ data: { provider_message_id: string } }>('/messages', {
    conversation_id: conversation.id,
    text: 'Tudo, e você?',
    biz_opaque_callback_data: 'order-991',
  })
  t.equal(sent.status, 202)
  t.match(sent.body.data, { conversation_id: conversation.id, accepted: true, type: 'text' })
  const id = sent.body.data.provider_message_id
  const answered = await eventually(async () => {
    const query = `provider_message_id=${encodeURIComponent(id)}`
    const { body } = await api.get<Page<Message>>(`/messages?${query}`)
    return body.data[0]?.status === 'read' && body.data[0]
  })
  t.match(answered, { biz_opaque_callback_data: 'order-991', text: 'Tudo, e você?' })

  await eventually(() => customer.arrivals.length >= 4)
  const [begin, ...steps] = customer.types()
  t.equal(begin, 'whatsapp.message.received')
  // On a busy machine one status may overtake another.
  t.strictSame(steps.sort(), [
    'whatsapp.message.delivered',
    'whatsapp.message.read',
    'whatsapp.message.sent',
  ])
  t.strictSame(
    customer.arrivals.map(({ body }) => body.sequence),
    [1, 2, 3, 4],
  )
  for (const { headers, text, body } of customer.arrivals) {
    t.same(
      new Webhook(secret).verify(text, headers),
      body,
      'the Standard Webhooks library verifies it',
    )
    t.equal(body.data.conversation_id, conversation.id)
  }

  const deliveries = await eventually(async () => {
    const { body } = await api.get<Page<{ status: string }>>(
      '/webhooks/deliveries?status=delivered',
    )
    return body.pagination.total === 4 && body
  })
  t.equal(deliveries.data.length, 4)
  const events = await eventually(async () => {
    const { body } = await api.get<Page<{ event: string }>>('/webhook-events')
    return body.data.length >= 4 && body.data.map(({ event }) => event)
  })
  t.equal(events.filter((event) => event === 'messages').length, 1)
  // A status that the provider repeats in another second has other bytes, and is another raw event.
  const statuses = events.filter((event) => event === 'statuses').length
  const most = options.behaviour === undefined ? 3 : 6
  t.ok(statuses >= 3 && statuses <= most, `${statuses} posts of statuses`)
  t.equal(events.length, statuses + 1)
  const history = await api.get<Page<object>>(`/conversations/${conversation.id}/messages`)
  t.match(history.body.data, [
    { direction: 'in', body: 'Oi, tudo bem?' },
    { direction: 'out', body: 'Tudo, e você?', status: 'read' },
  ])
  const log = await api.get<Page<Message>>(`/messages?conversation_id=${conversation.id}`)
  t.strictSame(
    log.body.data.map(({ direction }) => direction),
    ['outbound', 'inbound'],
    'the log of a conversation, newest first',
  )
  const inbox = `/messages?conversation_id=${conversation.id}&direction=inbound`
  t.equal((await api.get<Page<Message>>(inbox)).body.pagination.total, 1)
  const after = await api.get<{ data: Conversation }>(`/conversations/${conversation.id}`)
  t.match(after.body.data, { unread_count: 0, window: { open: true } })
}
