import type { MessageContentReceived } from '@recado/domain/message/events'
import { message } from '@recado/domain/message/message'
import { receiveContent } from '@recado/domain/message/receive-content'
import { test } from 'tap'
import { textReceived } from '../../examples/conversation-facts.ts'
import { deciding } from '../../kit/deciding.ts'
import { ids, messageSendRequested } from './a-send.ts'

const given = deciding(message, receiveContent)
const stub = textReceived(ids.message_id, 'wamid.IN', {
  message_type: 'unsupported',
  text: '[unsupported]',
})
const {
  conversation_id: _,
  contact_id: __,
  ...report
} = textReceived(ids.message_id, 'wamid.IN').data
const content: MessageContentReceived = {
  type: 'MessageContentReceived',
  data: { ...stub.data, intent: report.intent },
}

test('content replaces a placeholder, once', async () => {
  given(stub).when({ origin: 'received', report }).appends(content)
  given(stub, content).when({ origin: 'received', report }).appends()
  given(textReceived(ids.message_id, 'wamid.IN')).when({ origin: 'received', report }).appends()
})

test('another placeholder adds nothing', async () => {
  const again = { ...report, intent: stub.data.intent }
  given(stub).when({ origin: 'received', report: again }).appends()
})

test('content is of the same kind of message, and not of a send', async () => {
  given(stub).when({ origin: 'sent_elsewhere', report }).refuses('other_kind')
  given(messageSendRequested).when({ origin: 'received', report }).refuses('message_not_reported')
  given().when({ origin: 'received', report }).refuses('message_not_reported')
})
