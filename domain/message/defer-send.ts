import { type Decide, refuse } from '../decision.ts'
import type { MessageSendDeferred, SendError } from './events.ts'
import type { Message } from './message.ts'

/** `error` is null when the send only waits for its turn. */
export type DeferSend = { not_before: string; error: SendError | null; at: string }

/** Puts off a send whose attempt certainly sent nothing. */
export const deferSend: Decide<DeferSend, Message, MessageSendDeferred, 'send_not_found'> = (
  { not_before, error, at },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (state.phase !== 'attempting') return []
  const data = { ...state.ids, attempt: state.attempt, not_before, error, deferred_at: at }
  return [{ type: 'MessageSendDeferred', data }]
}
