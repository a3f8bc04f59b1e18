import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { ConnectionMoved, ConnectionStatusChanged } from './events.ts'

/** Reason of the status change that a move makes. */
const MOVED = 'moved'

export type MoveConnection = {
  connection_id: string
  /** Null: the gateway that a setting names. */
  gateway_id: string | null
  at: string
}

/**
 * Moves the session of a number to another gateway; nothing when it is there. A gateway keeps its sessions to itself, so
 * the number is `pending` until its phone is paired again.
 */
export const moveConnection: Decide<
  MoveConnection,
  Connection,
  ConnectionMoved | ConnectionStatusChanged,
  'connection_not_found' | 'connection_released' | 'without_session'
> = ({ connection_id, gateway_id, at }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (state.is_released) return refuse('connection_released')
  if (!state.is_paired) return refuse('without_session')
  const { gateway_id: previous_gateway_id, status: previous_status } = state
  if (gateway_id === previous_gateway_id) return []
  const placement = state.placement + 1
  const place = { connection_id, gateway_id, previous_gateway_id, placement, moved_at: at }
  const moved = { type: 'ConnectionMoved', data: place } as const
  if (previous_status === 'pending') return [moved]
  const change = { connection_id, status: 'pending', previous_status, reason: MOVED } as const
  const data = { ...change, details: null, changed_at: at }
  return [moved, { type: 'ConnectionStatusChanged', data }]
}
