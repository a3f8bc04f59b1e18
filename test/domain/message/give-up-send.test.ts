import { giveUpSend, outcomeUnknown } from '@recado/domain/message/give-up-send'
import { type Message, message } from '@recado/domain/message/message'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'
import {
  at,
  closed,
  ids,
  messageSendAttempted,
  messageSendDeferred,
  messageSendGivenUp,
  messageSendRequested,
  messageSendUnresolved,
  messageSent,
  sendWaiting,
} from './a-send.ts'

const given = deciding(message, giveUpSend)

test("a deferred send is given up with the provider's last error", async () => {
  given(messageSendRequested, messageSendDeferred)
    .when({ at: at(90) })
    .appends(messageSendGivenUp)
})
test('a send that never had its turn is given up as throttled', async (t) => {
  const state = [sendWaiting].reduce<Message>(message.evolve, message.initialState)
  t.match(giveUpSend({ at: at(90) }, state), [
    { type: 'MessageSendGivenUp', data: { ...ids, error: { code: 'no_turn', class: 'throttle' } } },
  ])
})
test('an outcome that never arrived counts as failed', async () => {
  given(messageSendRequested, messageSendUnresolved)
    .when({ at: at(90) })
    .appends({ ...messageSendGivenUp, data: { ...messageSendGivenUp.data, error: outcomeUnknown } })
})
test('a call in progress and a final outcome are not given up', async () => {
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
test('an operator gives up a call without an outcome too, and nothing that has ended', async () => {
  given(messageSendRequested)
    .when({ at: at(90), error: closed })
    .appends({ ...messageSendGivenUp, data: { ...messageSendGivenUp.data, error: closed } })
  given(messageSendRequested, messageSent)
    .when({ at: at(90), error: closed })
    .appends()
})
test('an unknown send cannot be given up', async () => {
  given()
    .when({ at: at(90) })
    .refuses('send_not_found')
})
