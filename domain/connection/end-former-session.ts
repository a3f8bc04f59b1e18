import { type Decide, refuse } from '../decision.ts'
import type { Connection } from './connection.ts'
import type { FormerSessionEnded } from './events.ts'

export type EndFormerSession = {
  connection_id: string
  gateway_id: string | null
  at: string
}

/** Records that a session is ended that a moved number left behind; nothing when none is left there to end. */
export const endFormerSession: Decide<
  EndFormerSession,
  Connection,
  FormerSessionEnded,
  'connection_not_found'
> = ({ connection_id, gateway_id, at }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (!state.former_gateways.includes(gateway_id)) return []
  return [{ type: 'FormerSessionEnded', data: { connection_id, gateway_id, ended_at: at } }]
}
