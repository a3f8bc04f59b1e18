import { type Decide, refuse } from '../decision.ts'
import type { MessageSent } from './events.ts'
import type { Message } from './message.ts'

export type RecordAccepted = {
  provider_message_id: string
  wa_id: string | null
  business_scoped_user_id: string | null
  request: object
  answer: object
  at: string
}

/** Records the provider's acceptance in any phase, because only the provider knows what became of the send. */
export const recordAccepted: Decide<RecordAccepted, Message, MessageSent, 'send_not_found'> = (
  { at, ...accepted },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (state.phase === 'accepted') return []
  const data = { ...state.ids, ...accepted, attempt: state.attempt, sent_at: at }
  return [{ type: 'MessageSent', data }]
}
