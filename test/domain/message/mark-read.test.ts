import type { MessageMarkedRead, MessageSentElsewhere } from '@recado/domain/message/events'
import { markRead } from '@recado/domain/message/mark-read'
import { message } from '@recado/domain/message/message'
import { test } from 'tap'
import { sendRequested, textReceived } from '../../examples/conversation-facts.ts'
import { deciding } from '../../kit/deciding.ts'

const given = deciding(message, markRead)
const at = '2026-01-01T10:00:00.000Z'
const id = '5c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01'
const received = textReceived(id, 'wamid.1')
const { message_id, connection_id, conversation_id, contact_id } = received.data
const markedRead: MessageMarkedRead = {
  type: 'MessageMarkedRead',
  data: { message_id, connection_id, conversation_id, contact_id, marked_at: at },
}

test('an inbound message is marked as read', async () => {
  given(received).when({ at }).appends(markedRead)
})
test('an edit and a withdrawal can be marked as read too', async () => {
  const original_provider_message_id = 'wamid.0'
  for (const type of ['MessageEdited', 'MessageRevoked'] as const)
    given({ type, data: { ...received.data, original_provider_message_id } })
      .when({ at })
      .appends(markedRead)
})
test('marking a message again adds nothing', async () => {
  given(received, markedRead).when({ at: '2026-01-01T11:00:00.000Z' }).appends()
})
test('a message of the business cannot be marked as read', async () => {
  const echo: MessageSentElsewhere = { type: 'MessageSentElsewhere', data: received.data }
  given(sendRequested(id)).when({ at }).refuses('not_inbound')
  given(echo).when({ at }).refuses('not_inbound')
})
test('an unknown message is not found', async () => {
  given().when({ at }).refuses('message_not_found')
})
