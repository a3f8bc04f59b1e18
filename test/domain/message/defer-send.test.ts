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

test('a claimed attempt can be deferred', async () => {
  given(messageSendRequested).when(later).appends(messageSendDeferred)
})
test('a later attempt can be deferred again', async () => {
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ ...later, attempt: 2 })
    .appends({ ...messageSendDeferred, data: { ...messageSendDeferred.data, attempt: 2 } })
})
test('only an attempt in progress is deferred', async () => {
  given(messageSendRequested, messageSendDeferred).when(later).appends()
  given(messageSendRequested, messageSent).when(later).appends()
})
test('the process that made the attempt overrules the one that took it for lost', async () => {
  given(messageSendRequested, messageSendUnresolved).when(later).appends(messageSendDeferred)
})
test('only the process that claimed an attempt can report on its call', async () => {
  given(messageSendRequested)
    .when({ ...later, claimed: false })
    .appends()
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ ...later, attempt: 2, claimed: false })
    .appends()
  given(messageSendRequested, messageSendDeferred, messageSendAttempted).when(later).appends()
})
test('an attempt may be deferred before it is claimed', async () => {
  given(messageSendRequested, messageSendDeferred)
    .when({ ...later, attempt: 2, claimed: false })
    .appends({ ...messageSendDeferred, data: { ...messageSendDeferred.data, attempt: 2 } })
})
test('a send that its run holds is handed over', async () => {
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
test('a deferral can say until when its run holds the send', async () => {
  given(messageSendRequested)
    .when({ ...later, held_until: at(40) })
    .appends(sendHeld)
})
test('an unknown send cannot be deferred', async () => {
  given().when(later).refuses('send_not_found')
})
