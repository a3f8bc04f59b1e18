import { type Decide, refuse } from '../decision.ts'
import type { Native } from '../native-json.ts'
import { type Connection, isOfPresentSession } from './connection.ts'
import type { ConnectionStatus, ConnectionStatusChanged } from './events.ts'

export type ChangeConnectionStatus = {
  connection_id: string
  status: ConnectionStatus
  /** The cause, such as auth_failed or session.status. */
  reason: string
  details: Native | null
  /** The placement of the session that this is about; undefined: it is about the number, wherever its session is. */
  placement?: number | undefined
  at: string
}

/**
 * Records a new status; nothing when the connection has that status already, or is released, or when a session reports
 * that it has left behind.
 */
export const changeConnectionStatus: Decide<
  ChangeConnectionStatus,
  Connection,
  ConnectionStatusChanged,
  'connection_not_found'
> = ({ at, placement, ...change }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (!isOfPresentSession(state, placement)) return []
  if (state.is_released || state.status === change.status) return []
  const data = { ...change, previous_status: state.status, changed_at: at }
  return [{ type: 'ConnectionStatusChanged', data }]
}
