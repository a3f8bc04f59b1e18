import { type Decide, refuse } from '../decision.ts'
import type { Native } from '../native-json.ts'
import type { MessageSent } from './events.ts'
import type { Message } from './message.ts'

export type RecordAccepted = {
  /** The attempt that was accepted; a later one may have been claimed meanwhile. */
  attempt: number
  provider_message_id: string
  wa_id: string | null
  business_scoped_user_id: string | null
  request: Native
  answer: object
  at: string
}

/**
 * Records the provider's acceptance in any phase, because only the provider knows what became of the send. A repeated
 * send can be accepted twice, each time with another id under which its statuses come.
 */
export const recordAccepted: Decide<RecordAccepted, Message, MessageSent, 'send_not_found'> = (
  { at, ...accepted },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (state.provider_message_ids.includes(accepted.provider_message_id)) return []
  return [{ type: 'MessageSent', data: { ...state.ids, ...accepted, sent_at: at } }]
}
