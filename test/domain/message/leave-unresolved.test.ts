import { leaveUnresolved } from '@recado/domain/message/leave-unresolved'
import { message } from '@recado/domain/message/message'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'
import {
  at,
  messageSendAttempted,
  messageSendDeferred,
  messageSendRefused,
  messageSendRequested,
  messageSendUnresolved,
  messageSent,
} from './a-send.ts'

const given = deciding(message, leaveUnresolved)

test('an attempt without an outcome is left unresolved', async () => {
  given(messageSendRequested)
    .when({ attempt: 1, at: at(60) })
    .appends(messageSendUnresolved)
})
test('an outcome stays', async () => {
  const when = { attempt: 1, at: at(60) }
  given(messageSendRequested, messageSent).when(when).appends()
  given(messageSendRequested, messageSendRefused).when(when).appends()
  given(messageSendRequested, messageSendDeferred).when(when).appends()
  given(messageSendRequested, messageSendUnresolved).when(when).appends()
})
test('a younger attempt is left alone', async () => {
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ attempt: 1, at: at(60) })
    .appends()
})
test('nothing to settle', async () => {
  given()
    .when({ attempt: 1, at: at(60) })
    .refuses('send_not_found')
})
