import { type Decide, refuse } from '../decision.ts'
import type { MessageSendReleased } from './events.ts'
import { isOpenPhase, type Message } from './message.ts'

/** `suspended_to` is the log id up to which sends are suspended now. */
export type ReleaseSend = { suspended_to: number; at: string }

/** Releases a suspended send: it goes on as its caller asked. */
export const releaseSend: Decide<ReleaseSend, Message, MessageSendReleased, 'send_not_found'> = (
  { suspended_to, at },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  const isReleased = state.released_to !== null && state.released_to >= suspended_to
  if (isReleased || !isOpenPhase(state.phase)) return []
  return [{ type: 'MessageSendReleased', data: { ...state.ids, suspended_to, released_at: at } }]
}
