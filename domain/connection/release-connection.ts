import { type Decide, refuse } from '../decision.ts'
import { type Connection, RELEASED } from './connection.ts'
import type { ConnectionStatusChanged } from './events.ts'

export type ReleaseConnection = { connection_id: string; at: string }

/** Ends the use of the number permanently; nothing when it is released already. Conversations and messages stay. */
export const releaseConnection: Decide<
  ReleaseConnection,
  Connection,
  ConnectionStatusChanged,
  'connection_not_found'
> = ({ connection_id, at }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (state.is_released) return []
  const data = {
    connection_id,
    status: 'disconnected' as const,
    previous_status: state.status,
    reason: RELEASED,
    details: null,
    changed_at: at,
  }
  return [{ type: 'ConnectionStatusChanged', data }]
}
