import { type Decide, refuse } from '../decision.ts'
import type { Native } from '../native-json.ts'
import type { Connection } from './connection.ts'
import type { ConnectionStatus, ConnectionStatusChanged } from './events.ts'

export type ChangeConnectionStatus = {
  connection_id: string
  status: ConnectionStatus
  /** The cause, such as auth_failed or session.status. */
  reason: string
  details: Native | null
  at: string
}

/** Records a new status; nothing when the connection has that status already, or is released. */
export const changeConnectionStatus: Decide<
  ChangeConnectionStatus,
  Connection,
  ConnectionStatusChanged,
  'connection_not_found'
> = ({ at, ...change }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (state.is_released || state.status === change.status) return []
  const data = { ...change, previous_status: state.status, changed_at: at }
  return [{ type: 'ConnectionStatusChanged', data }]
}
