import { type Decide, refuse } from '../decision.ts'
import { type Connection, isOfPresentSession } from './connection.ts'
import type { ConnectionStatusChanged } from './events.ts'

export type RecoverConnection = {
  connection_id: string
  /** As of a change of the status. */
  placement?: number | undefined
  at: string
}

/** Records that the provider accepts the credentials again, which ends no status other than `error`. */
export const recoverConnection: Decide<
  RecoverConnection,
  Connection,
  ConnectionStatusChanged,
  'connection_not_found'
> = ({ connection_id, placement, at }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (!isOfPresentSession(state, placement)) return []
  if (state.is_released || state.status !== 'error') return []
  const data = {
    connection_id,
    status: 'connected' as const,
    previous_status: state.status,
    reason: 'auth_recovered',
    details: null,
    changed_at: at,
  }
  return [{ type: 'ConnectionStatusChanged', data }]
}
