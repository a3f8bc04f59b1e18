import type { MessageRetranslated } from '@recado/domain/message/events'
import { message } from '@recado/domain/message/message'
import { retranslateMessage } from '@recado/domain/message/retranslate-message'
import { test } from 'tap'
import { textReceived } from '../../examples/conversation-facts.ts'
import { deciding } from '../../kit/deciding.ts'
import { ids, messageSendRequested } from './a-send.ts'

const given = deciding(message, retranslateMessage)
const received = textReceived(ids.message_id, 'wamid.IN')
const again = (reading: number): MessageRetranslated => ({
  type: 'MessageRetranslated',
  data: { ...received.data, reading },
})

test('a newer translation replaces the content of a message', async () => {
  const { data } = again(3)
  given(received).when({ origin: 'received', fact: data }).appends(again(3))
  given(received, again(2)).when({ origin: 'received', fact: data }).appends(again(3))
})

test('a translation is recorded once, and an older one not at all', async () => {
  given(received, again(3))
    .when({ origin: 'received', fact: again(3).data })
    .appends()
  given(received, again(3))
    .when({ origin: 'received', fact: again(2).data })
    .appends()
})

test('a translation does not change the kind of a message, nor a message that we sent', async () => {
  const { data } = again(3)
  given(received).when({ origin: 'sent_elsewhere', fact: data }).refuses('other_kind')
  given(messageSendRequested)
    .when({ origin: 'received', fact: data })
    .refuses('message_not_reported')
  given().when({ origin: 'received', fact: data }).refuses('message_not_reported')
})
