import { type Decide, refuse } from '../decision.ts'
import type { MessageSendUnresolved } from './events.ts'
import type { Message, OutboundMessage } from './message.ts'

/** `attempt` is the one whose outcome is missing: a later one is somebody else's business. */
export type LeaveUnresolved = { attempt: number; request?: object; at: string }

/** Nobody knows what became of an attempt. From here on it is sent again only where its caller asked for that. */
export const leaveUnresolved: Decide<
  LeaveUnresolved,
  Message,
  MessageSendUnresolved,
  'send_not_found'
> = ({ at, ...asked }, state) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  if (state.phase !== 'attempting' || state.attempt !== asked.attempt) return []
  const data = { ...state.ids, ...asked, ...retryAt(state, at), unresolved_at: at }
  return [{ type: 'MessageSendUnresolved', data }]
}

/** Between unknown outcomes and the next tries: what is sent again so often was heard, or never will be. */
const RETRY_SECONDS = [5, 20, 80, 320]

function retryAt({ on_unknown, unknowns }: OutboundMessage, at: string): { retry_at?: string } {
  const seconds = on_unknown === 'retry' ? RETRY_SECONDS[unknowns] : undefined
  if (seconds === undefined) return {}
  return { retry_at: new Date(Date.parse(at) + seconds * 1_000).toISOString() }
}
