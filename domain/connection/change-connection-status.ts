import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { ConnectionStatus, ConnectionStatusChanged } from './events.ts'

export type ChangeConnectionStatus = {
  connection_id: string
  status: ConnectionStatus
  /** Where the news came from, such as auth_failed or session.status. */
  reason: string
  details: object | null
  at: string
}

/** Notes that the number can, or cannot, be used; nothing when that was known, or the number is released. */
export const changeConnectionStatus: Decide<
  ChangeConnectionStatus,
  Connection,
  ConnectionStatusChanged,
  'connection_not_found'
> = ({ at, ...news }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (state.is_released || state.status === news.status) return []
  const data = { ...news, previous_status: state.status, changed_at: at }
  return [{ type: 'ConnectionStatusChanged', data }]
}
