import { type Decide, refuse } from '../decision.ts'
import type { MessageSendRefused, SendError } from './events.ts'
import type { Message } from './message.ts'
import { type EndedAttempt, isOpenAttempt } from './open-attempt.ts'

/** What the provider answered when it turned the message down for good. */
export type RecordRefused = EndedAttempt & {
  error: SendError
  request: object | null
  answer: object | null
  at: string
}

/** A refusal ends the attempt under way, one that was left without an outcome, or the next of a send that waits. */
export const recordRefused: Decide<RecordRefused, Message, MessageSendRefused, 'send_not_found'> = (
  { at, claimed, ...refused },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (!isOpenAttempt(state, { attempt: refused.attempt, claimed })) return []
  return [{ type: 'MessageSendRefused', data: { ...state.ids, ...refused, refused_at: at } }]
}
