import { type Decide, refuse } from '../decision.ts'
import type { Native } from '../native-json.ts'
import type { MessageSendUnresolved } from './events.ts'
import type { Message, OutboundMessage } from './message.ts'

/** `attempt` is the one whose outcome is missing; nothing happens when a later one was claimed. */
export type LeaveUnresolved = { attempt: number; request?: Native; at: string }

/** Records that the outcome of an attempt is unknown. The send is repeated only if its caller asked for that. */
export const leaveUnresolved: Decide<
  LeaveUnresolved,
  Message,
  MessageSendUnresolved,
  'send_not_found'
> = ({ at, ...unresolved }, state) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (state.phase !== 'attempting' || state.attempt !== unresolved.attempt) return []
  const data = { ...state.ids, ...unresolved, ...retryAt(state, at), unresolved_at: at }
  return [{ type: 'MessageSendUnresolved', data }]
}

/** Pauses before repeating a send, in seconds. After four retries, more would not help. */
const RETRY_SECONDS = [5, 20, 80, 320]

function retryAt({ on_unknown, unknowns }: OutboundMessage, at: string): { retry_at?: string } {
  const seconds = on_unknown === 'retry' ? RETRY_SECONDS[unknowns] : undefined
  if (seconds === undefined) return {}
  return { retry_at: new Date(Date.parse(at) + seconds * 1_000).toISOString() }
}
