import { type Decide, refuse } from '../decision.ts'
import type { MessageSendAttempted } from './events.ts'
import type { Message } from './message.ts'

export type AttemptSend = { at: string }

/**
 * Claims the next attempt of a deferred send. Appended at the exact revision, so of several senders one
 * wins and the others are told that the send is not deferred any more.
 */
export const attemptSend: Decide<
  AttemptSend,
  Message,
  MessageSendAttempted,
  'send_not_found' | 'not_deferred' | 'not_due'
> = ({ at }, state) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (state.phase !== 'deferred' || state.not_before === null) return refuse('not_deferred')
  if (at < state.not_before) return refuse('not_due')
  const data = { ...state.ids, attempt: state.attempt + 1, attempted_at: at }
  return [{ type: 'MessageSendAttempted', data }]
}
