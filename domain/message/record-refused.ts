import { type Decide, refuse } from '../decision.ts'
import type { Native } from '../native-json.ts'
import type { MessageSendRefused, SendError } from './events.ts'
import type { Message } from './message.ts'
import { type EndedAttempt, isOpenAttempt } from './open-attempt.ts'

/** The answer when the message was refused permanently; without request and answer when the provider was not called. */
export type RecordRefused = EndedAttempt & {
  error: SendError
  request: Native | null
  answer: object | null
  at: string
}

/** Records a refusal of the attempt under way, of an unresolved one, or of the next one of a waiting send. */
export const recordRefused: Decide<RecordRefused, Message, MessageSendRefused, 'send_not_found'> = (
  { at, claimed, ...refused },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (!isOpenAttempt(state, { attempt: refused.attempt, claimed })) return []
  return [{ type: 'MessageSendRefused', data: { ...state.ids, ...refused, refused_at: at } }]
}
