import type { MessageReceived } from '@recado/domain/message/events'
import { message } from '@recado/domain/message/message'
import { receiveMessage } from '@recado/domain/message/receive-message'
import { test } from 'tap'
import { connectionId } from '../../examples/connection.ts'
import { contactId } from '../../examples/contact.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(message, receiveMessage)

const received: MessageReceived = {
  type: 'MessageReceived',
  data: {
    message_id: '8c1f0d2e-0b1c-4c55-9a64-0f3c9d2b2a01',
    connection_id: connectionId,
    conversation_id: '7b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1e01',
    contact_id: contactId,
    intent: {
      provider_message_id: 'wamid.1',
      message_type: 'text',
      text: 'Oi',
      content: null,
      party: {
        phone: '553187654321',
        business_scoped_user_id: null,
        parent_business_scoped_user_id: null,
        username: null,
        lid: null,
      },
      profile_name: 'Ana',
      reply_to_message_id: null,
      provider_timestamp: '2026-01-01T10:00:00.000Z',
      referral: null,
      payload: {},
    },
    raw_event_id: '3b1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01',
    recorded_at: '2026-01-01T10:00:01.000Z',
  },
}

test('a message is received once, even when a second body differs', async () => {
  given().when(received).appends(received)
  const intent = { ...received.data.intent, text: 'another body' }
  given(received)
    .when({ ...received, data: { ...received.data, intent } })
    .appends()
})

test('a received message can be marked as read', async (t) => {
  const { message_id, connection_id, conversation_id, contact_id } = received.data
  const ids = { message_id, connection_id, conversation_id, contact_id }
  const marked = {
    type: 'MessageMarkedRead',
    data: { ...ids, marked_at: '2026-01-01T11:00:00.000Z' },
  } as const
  t.match([received].reduce(message.evolve, message.initialState), {
    origin: 'received',
    ids,
    marked_read: false,
  })
  const state = [received, marked].reduce(message.evolve, message.initialState)
  t.match(state, { marked_read: true })
})
