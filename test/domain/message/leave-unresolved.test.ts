import type { MessageEvent } from '@recado/domain/message/events'
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
  oneTimePassword,
} from './a-send.ts'

const given = deciding(message, leaveUnresolved)

test('an attempt without an outcome is left unresolved', async () => {
  given(messageSendRequested)
    .when({ attempt: 1, at: at(60) })
    .appends(messageSendUnresolved)
})
test('a known outcome is not left unresolved', async () => {
  const when = { attempt: 1, at: at(60) }
  given(messageSendRequested, messageSent).when(when).appends()
  given(messageSendRequested, messageSendRefused).when(when).appends()
  given(messageSendRequested, messageSendDeferred).when(when).appends()
  given(messageSendRequested, messageSendUnresolved).when(when).appends()
})
test('a later attempt is not left unresolved', async () => {
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ attempt: 1, at: at(60) })
    .appends()
})
test('where the caller asked for it, the send is retried four times at growing intervals', async () => {
  const story: MessageEvent[] = [oneTimePassword]
  for (const [n, seconds] of [5, 20, 80, 320].entries()) {
    const left = {
      type: 'MessageSendUnresolved',
      data: { ...messageSendUnresolved.data, attempt: n + 1, retry_at: at(60 + seconds) },
    } as const
    given(...story)
      .when({ attempt: n + 1, at: at(60) })
      .appends(left)
    const attempted = { ...messageSendAttempted.data, attempt: n + 2 }
    story.push(left, { type: 'MessageSendAttempted', data: attempted })
  }
  given(...story)
    .when({ attempt: 5, at: at(60) })
    .appends({ ...messageSendUnresolved, data: { ...messageSendUnresolved.data, attempt: 5 } })
})
test('an unknown send cannot be left unresolved', async () => {
  given()
    .when({ attempt: 1, at: at(60) })
    .refuses('send_not_found')
})
