import { message } from '@recado/domain/message/message'
import { requestSend } from '@recado/domain/message/request-send'
import { test } from 'tap'
import { deciding } from '../../kit/deciding.ts'
import { messageSendRequested, messageSent, received } from './a-send.ts'

const given = deciding(message, requestSend)

test('a send is requested', async () => {
  given().when(messageSendRequested.data).appends(messageSendRequested)
})
test('a send is requested once', async () => {
  given(messageSendRequested).when(messageSendRequested.data).appends()
  given(messageSendRequested, messageSent).when(messageSendRequested.data).appends()
})
test('a received message cannot be sent', async () => {
  given(received).when(messageSendRequested.data).appends()
})
