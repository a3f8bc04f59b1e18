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
} from './a-send.ts'

const given = deciding(message, attemptSend)

test('a deferred send is attempted when it is due', async () => {
  given(messageSendRequested, messageSendDeferred)
    .when({ at: at(31) })
    .appends(messageSendAttempted)
})
test('not before', async () => {
  given(messageSendRequested, messageSendDeferred)
    .when({ at: at(29) })
    .refuses('not_due')
})
test('one sender wins', async () => {
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ at: at(31) })
    .refuses('not_deferred')
})
test('an attempt without an outcome is never repeated', async () => {
  given(messageSendRequested)
    .when({ at: at(31) })
    .refuses('not_deferred')
  given(messageSendRequested, messageSendUnresolved)
    .when({ at: at(90) })
    .refuses('not_deferred')
  given(messageSendRequested, messageSent)
    .when({ at: at(90) })
    .refuses('not_deferred')
})
test('nothing to attempt', async () => {
  given()
    .when({ at: at(0) })
    .refuses('send_not_found')
})
