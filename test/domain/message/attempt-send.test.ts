import { attemptSend } from '@recado/domain/message/attempt-send'
import { message } from '@recado/domain/message/message'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'
import {
  at,
  messageSendAttempted,
  messageSendDeferred,
  messageSendRequested,
  messageSendUnresolved,
  messageSent,
  oneTimePassword,
  run,
  sendHeld,
  sendWaiting,
} from './a-send.ts'

const given = deciding(message, attemptSend)

test('a deferred send is attempted when it is due', async () => {
  given(messageSendRequested, messageSendDeferred)
    .when({ run, at: at(31) })
    .appends(messageSendAttempted)
})
test('a deferred send is not attempted before it is due', async () => {
  given(messageSendRequested, messageSendDeferred)
    .when({ run, at: at(29) })
    .refuses('not_due')
})
test('of two senders one claims the attempt', async () => {
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ run, at: at(31) })
    .refuses('not_deferred')
})
test('an attempt without an outcome is never repeated', async () => {
  given(messageSendRequested)
    .when({ run, at: at(31) })
    .refuses('not_deferred')
  given(messageSendRequested, messageSendUnresolved)
    .when({ run, at: at(90) })
    .refuses('not_deferred')
  given(messageSendRequested, messageSent)
    .when({ run, at: at(90) })
    .refuses('not_deferred')
})
test('a waiting send is claimed by the first process', async () => {
  const first = { ...messageSendAttempted.data, attempt: 1 }
  given(sendWaiting)
    .when({ run, at: at(31) })
    .appends({ ...messageSendAttempted, data: first })
  given(messageSendRequested, sendHeld)
    .when({ run, at: at(31) })
    .appends(messageSendAttempted)
  given(sendWaiting, { ...messageSendAttempted, data: first })
    .when({ run, at: at(31) })
    .refuses('not_deferred')
})
test('an unknown outcome is retried when it is due, if the caller asked for that', async () => {
  const retried = {
    ...messageSendUnresolved,
    data: { ...messageSendUnresolved.data, retry_at: at(65) },
  }
  given(oneTimePassword, retried)
    .when({ run, at: at(64) })
    .refuses('not_due')
  given(oneTimePassword, retried)
    .when({ run, at: at(65) })
    .appends({
      ...messageSendAttempted,
      data: { ...messageSendAttempted.data, attempted_at: at(65) },
    })
  given(oneTimePassword, messageSendUnresolved)
    .when({ run, at: at(99) })
    .refuses('not_deferred')
})
test('an unknown send cannot be attempted', async () => {
  given()
    .when({ run, at: at(0) })
    .refuses('send_not_found')
})
