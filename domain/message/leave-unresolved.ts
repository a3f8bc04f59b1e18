import { type Decide, refuse } from '../decision.ts'
import type { MessageSendUnresolved } from './events.ts'
import type { Message } from './message.ts'

/** `attempt` is the one whose outcome is missing: a later one is somebody else's business. */
export type LeaveUnresolved = { attempt: number; request?: object; at: string }

/** Nobody knows what became of an attempt. From here on it is never sent again. */
export const leaveUnresolved: Decide<
  LeaveUnresolved,
  Message,
  MessageSendUnresolved,
  'send_not_found'
> = ({ at, ...asked }, state) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (state.phase !== 'attempting' || state.attempt !== asked.attempt) return []
  return [{ type: 'MessageSendUnresolved', data: { ...state.ids, ...asked, unresolved_at: at } }]
}
