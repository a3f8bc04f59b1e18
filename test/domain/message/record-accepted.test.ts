import { message } from '@recado/domain/message/message'
import { recordAccepted } from '@recado/domain/message/record-accepted'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'
import {
  acceptance,
  at,
  messageSendAttempted,
  messageSendDeferred,
  messageSendGivenUp,
  messageSendRequested,
  messageSendUnresolved,
  messageSent,
  oneTimePassword,
  received,
} from './a-send.ts'

const given = deciding(message, recordAccepted)
const left = {
  ...messageSendUnresolved,
  data: { ...messageSendUnresolved.data, retry_at: at(30) },
}
const accepted = { ...acceptance, attempt: 1, at: at(1) }

test('an accepted send is sent', async () => {
  given(messageSendRequested).when(accepted).appends(messageSent)
})
test('the accepted attempt is named', async () => {
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ ...accepted, attempt: 2 })
    .appends({ ...messageSent, data: { ...messageSent.data, attempt: 2 } })
})
test('an acceptance is recorded once', async () => {
  given(messageSendRequested, messageSent).when(accepted).appends()
  given(oneTimePassword, left, messageSendAttempted, messageSent).when(accepted).appends()
})
test('a repeated send that was accepted twice has both ids, in whichever order they are recorded', async () => {
  const second = { ...accepted, provider_message_id: 'wamid.B', attempt: 2 }
  const secondSent = {
    ...messageSent,
    data: { ...messageSent.data, provider_message_id: 'wamid.B', attempt: 2 },
  }
  given(oneTimePassword, left, messageSendAttempted).when(accepted).appends(messageSent)
  given(oneTimePassword, left, messageSendAttempted, messageSent).when(second).appends(secondSent)
  given(oneTimePassword, left, messageSendAttempted, secondSent).when(accepted).appends(messageSent)
  given(oneTimePassword, left, messageSendAttempted, secondSent, messageSent).when(second).appends()
})
test('an acceptance counts even if it is recorded late', async () => {
  given(messageSendRequested, messageSendUnresolved).when(accepted).appends(messageSent)
  given(messageSendRequested, messageSendUnresolved, messageSendGivenUp)
    .when(accepted)
    .appends(messageSent)
})
test('an unknown send, or a received message, cannot be accepted', async () => {
  given().when(accepted).refuses('send_not_found')
  given(received).when(accepted).refuses('send_not_found')
})
