import { type Decide, refuse } from '../decision.ts'
import type { MessageSendAttempted } from './events.ts'
import type { Message } from './message.ts'

/** `run` is the process run that makes the call. */
export type AttemptSend = { run: string; at: string }

/**
 * Claims the next attempt of a waiting send, at the exact revision right before the call: of several processes one
 * wins, and the others are refused.
 */
export const attemptSend: Decide<
  AttemptSend,
  Message,
  MessageSendAttempted,
  'send_not_found' | 'not_deferred' | 'not_due'
> = ({ run, at }, state) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  const { phase, not_before } = state
  if ((phase !== 'deferred' && phase !== 'unresolved') || not_before === null)
    return refuse('not_deferred')
  if (at < not_before) return refuse('not_due')
  const data = { ...state.ids, attempt: state.attempt + 1, run, attempted_at: at }
  return [{ type: 'MessageSendAttempted', data }]
}
