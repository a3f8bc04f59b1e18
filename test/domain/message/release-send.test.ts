import { message } from '@recado/domain/message/message'
import { releaseSend } from '@recado/domain/message/release-send'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'
import {
  at,
  ids,
  messageSendDeferred,
  messageSendGivenUp,
  messageSendRequested,
  messageSendUnresolved,
  messageSent,
} from './a-send.ts'

const given = deciding(message, releaseSend)
const command = { suspended_to: 700, at: at(90) }
const released = {
  type: 'MessageSendReleased' as const,
  data: { ...ids, suspended_to: 700, released_at: at(90) },
}

test('a send that waits, or whose outcome is unknown, is released', async () => {
  for (const facts of [[], [messageSendDeferred], [messageSendUnresolved]])
    given(messageSendRequested, ...facts)
      .when(command)
      .appends(released)
})
test('a send is released once from a suspension, and again from a later one', async () => {
  given(messageSendRequested, messageSendDeferred, released).when(command).appends()
  given(messageSendRequested, messageSendDeferred, released)
    .when({ ...command, suspended_to: 900 })
    .appends({ ...released, data: { ...released.data, suspended_to: 900 } })
})
test('a send that has ended is not released', async () => {
  given(messageSendRequested, messageSent).when(command).appends()
  given(messageSendRequested, messageSendGivenUp).when(command).appends()
})
test('an unknown send cannot be released', async () => {
  given().when(command).refuses('send_not_found')
})
test('a release is no answer to the caller', async (t) => {
  const state = [messageSendRequested, released].reduce(message.evolve, message.initialState)
  t.match(state, { first_answer: null, phase: 'attempting' })
})
