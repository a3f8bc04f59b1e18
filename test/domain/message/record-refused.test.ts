import { message } from '@recado/domain/message/message'
import { recordRefused } from '@recado/domain/message/record-refused'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'
import {
  at,
  closed,
  messageSendAttempted,
  messageSendDeferred,
  messageSendGivenUp,
  messageSendRefused,
  messageSendRequested,
  messageSendUnresolved,
  messageSent,
  sendWaiting,
} from './a-send.ts'

const given = deciding(message, recordRefused)
const refused = { attempt: 1, claimed: true, error: closed, request: {}, answer: {}, at: at(1) }

test('a refusal ends the send', async () => {
  given(messageSendRequested).when(refused).appends(messageSendRefused)
})
test('a late refusal ends an unresolved send', async () => {
  given(messageSendRequested, messageSendUnresolved).when(refused).appends(messageSendRefused)
})
test('a send that was accepted, refused or given up does not change', async () => {
  given(messageSendRequested, messageSent).when(refused).appends()
  given(messageSendRequested, messageSendRefused).when(refused).appends()
  given(messageSendRequested, messageSendGivenUp).when(refused).appends()
})
test('a waiting send can be refused before its attempt is claimed', async () => {
  given(sendWaiting)
    .when({ ...refused, claimed: false })
    .appends(messageSendRefused)
})
test('a refusal answers the caller, also of a send that still waited for its turn', async (t) => {
  for (const requested of [messageSendRequested, sendWaiting]) {
    const state = [requested, messageSendRefused].reduce(message.evolve, message.initialState)
    t.match(state, { first_answer: { provider_message_id: null, refusal: closed } })
  }
})
test('only the process that claimed an attempt can report on its call', async () => {
  given(messageSendRequested)
    .when({ ...refused, claimed: false })
    .appends()
  given(messageSendRequested, messageSendDeferred, messageSendAttempted).when(refused).appends()
})
test('an unknown send cannot be refused', async () => {
  given().when(refused).refuses('send_not_found')
})
