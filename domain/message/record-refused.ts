import { type Decide, refuse } from '../decision.ts'
import type { MessageSendRefused, SendError } from './events.ts'
import type { Message } from './message.ts'

/** What the provider answered when it turned the message down for good. */
export type RecordRefused = {
  error: SendError
  request: object | null
  answer: object | null
  at: string
}

/** A refusal settles the attempt under way, or one that was left without an outcome. */
export const recordRefused: Decide<RecordRefused, Message, MessageSendRefused, 'send_not_found'> = (
  { at, ...refused },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (state.phase !== 'attempting' && state.phase !== 'unresolved') return []
  const data = { ...state.ids, ...refused, attempt: state.attempt, refused_at: at }
  return [{ type: 'MessageSendRefused', data }]
}
