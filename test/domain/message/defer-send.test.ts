import { deferSend } from '@recado/domain/message/defer-send'
import { message } from '@recado/domain/message/message'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'
import {
  at,
  busy,
  messageSendAttempted,
  messageSendDeferred,
  messageSendRequested,
  messageSendUnresolved,
  messageSent,
  sendHeld,
  sendWaiting,
} from './a-send.ts'

const given = deciding(message, deferSend)
const later = { attempt: 1, claimed: true, not_before: at(30), error: busy, at: at(1) }

test('a send can wait', async () => {
  given(messageSendRequested).when(later).appends(messageSendDeferred)
})
test('a later attempt can wait again', async () => {
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ ...later, attempt: 2 })
    .appends({ ...messageSendDeferred, data: { ...messageSendDeferred.data, attempt: 2 } })
})
test('only an attempt under way is put off', async () => {
  given(messageSendRequested, messageSendDeferred).when(later).appends()
  given(messageSendRequested, messageSent).when(later).appends()
})
test('who made the attempt knows better than who took it for lost', async () => {
  given(messageSendRequested, messageSendUnresolved).when(later).appends(messageSendDeferred)
})
test('only who claimed an attempt speaks for its call', async () => {
  given(messageSendRequested)
    .when({ ...later, claimed: false })
    .appends()
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ ...later, attempt: 2, claimed: false })
    .appends()
  given(messageSendRequested, messageSendDeferred, messageSendAttempted).when(later).appends()
})
test('an attempt may end before it is claimed', async () => {
  given(messageSendRequested, messageSendDeferred)
    .when({ ...later, attempt: 2, claimed: false })
    .appends({ ...messageSendDeferred, data: { ...messageSendDeferred.data, attempt: 2 } })
})
test('a send that waits with its run is handed over', async () => {
  given(sendWaiting)
    .when({ ...later, attempt: 0, claimed: false, error: null })
    .appends({
      ...messageSendDeferred,
      data: { ...messageSendDeferred.data, attempt: 0, error: null },
    })
  given(messageSendRequested, sendHeld)
    .when({ ...later, claimed: false })
    .appends(messageSendDeferred)
})
test('a run says until when it goes on with the send by itself', async () => {
  given(messageSendRequested)
    .when({ ...later, held_until: at(40) })
    .appends(sendHeld)
})
test('nothing to put off', async () => {
  given().when(later).refuses('send_not_found')
})
