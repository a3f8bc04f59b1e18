import { call } from '@recado/domain/call/call'
import { receiveCall } from '@recado/domain/call/receive-call'
import { test } from 'tap'
import { callReceived } from '../../examples/conversation-facts.ts'
import { deciding } from '../../kit/deciding.ts'

const receiving = deciding(call, receiveCall)
const received = callReceived('wacid.1')

test('a call is recorded once', async () => {
  receiving().when(received.data).appends(received)
  receiving(received).when(received.data).appends()
})
