import { type Decide, refuse } from '../decision.ts'
import type { MessageSendDeferred, SendError } from './events.ts'
import type { Message } from './message.ts'
import { type EndedAttempt, isOpenAttempt } from './open-attempt.ts'

/** `error` is null when the send only waits for its turn. */
export type DeferSend = EndedAttempt & {
  not_before: string
  /** Until when the calling process run goes on with the send by itself. Without it, recovery goes on with it. */
  held_until?: string
  error: SendError | null
  at: string
}

/** Defers a send whose attempt certainly sent nothing, even if recovery has left that attempt unresolved meanwhile. */
export const deferSend: Decide<DeferSend, Message, MessageSendDeferred, 'send_not_found'> = (
  { at, claimed, ...deferred },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (!isOpenAttempt(state, { attempt: deferred.attempt, claimed })) return []
  return [{ type: 'MessageSendDeferred', data: { ...state.ids, ...deferred, deferred_at: at } }]
}
