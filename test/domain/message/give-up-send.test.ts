import { giveUpSend, outcomeUnknown } from '@recado/domain/message/give-up-send'
import { message } from '@recado/domain/message/message'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'
import {
  at,
  messageSendAttempted,
  messageSendDeferred,
  messageSendGivenUp,
  messageSendRequested,
  messageSendUnresolved,
  messageSent,
} from './a-send.ts'

const given = deciding(message, giveUpSend)

test('patience with the provider ends with its last error', async () => {
  given(messageSendRequested, messageSendDeferred)
    .when({ at: at(90) })
    .appends(messageSendGivenUp)
})
test('an outcome that never came counts as failed', async () => {
  given(messageSendRequested, messageSendUnresolved)
    .when({ at: at(90) })
    .appends({ ...messageSendGivenUp, data: { ...messageSendGivenUp.data, error: outcomeUnknown } })
})
test('a call under way and an outcome are left alone', async () => {
  given(messageSendRequested)
    .when({ at: at(90) })
    .appends()
  given(messageSendRequested, messageSendDeferred, messageSendAttempted)
    .when({ at: at(90) })
    .appends()
  given(messageSendRequested, messageSent)
    .when({ at: at(90) })
    .appends()
})
test('nothing to give up', async () => {
  given()
    .when({ at: at(90) })
    .refuses('send_not_found')
})
