import type { Decide } from '../decision.ts'
import type { MessageSendRequested } from './events.ts'
import type { Message } from './message.ts'

/** Everything the provider will be asked for; `requested_at` is now. */
export type RequestSend = MessageSendRequested['data']

/**
 * Records a send, which claims attempt 1 or waits. Nothing when the message exists already: its stream is the record.
 */
export const requestSend: Decide<RequestSend, Message, MessageSendRequested> = (data, state) =>
  state.origin === 'unwritten' ? [{ type: 'MessageSendRequested', data }] : []
