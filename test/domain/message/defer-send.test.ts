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
} from './a-send.ts'

const given = deciding(message, deferSend)
const later = { not_before: at(30), error: busy, at: at(1) }

test('a send can wait', async () => {
  given(messageSendRequested).when(later).appends(messageSendDeferred)
})
test('a later attempt can wait again', async () => {
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when(later)
    .appends({ ...messageSendDeferred, data: { ...messageSendDeferred.data, attempt: 2 } })
})
test('only an attempt under way is put off', async () => {
  given(messageSendRequested, messageSendDeferred).when(later).appends()
  given(messageSendRequested, messageSent).when(later).appends()
  given(messageSendRequested, messageSendUnresolved).when(later).appends()
})
test('nothing to put off', async () => {
  given().when(later).refuses('send_not_found')
})
