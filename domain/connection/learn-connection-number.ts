import { type Decide, refuse } from '../decision.ts'
import { phoneDigits } from '../phone-number.ts'
import { type Connection, isOfPresentSession } from './connection.ts'
import type { ConnectionNumberLearned } from './events.ts'

export type LearnConnectionNumber = {
  connection_id: string
  phone_number: string
  told_at?: string | undefined
  /** As of a change of the status. */
  placement?: number | undefined
  at: string
}

/** Records the number; nothing when it is known, or reported by a session that the connection has left behind. A new formatting counts only for a registered number. */
export const learnConnectionNumber: Decide<
  LearnConnectionNumber,
  Connection,
  ConnectionNumberLearned,
  'connection_not_found'
> = ({ connection_id, phone_number, told_at, placement, at }, state) => {
  if (state === null) return refuse('connection_not_found')
  if (!isOfPresentSession(state, placement)) return []
  const phone_number_digits = phoneDigits(phone_number)
  const isKnown = state.is_paired
    ? state.phone_number_digits === phone_number_digits
    : state.phone_number === phone_number
  if (isKnown || state.is_released) return []
  const told = told_at !== undefined && { told_at }
  const data = { connection_id, phone_number, phone_number_digits, ...told, learned_at: at }
  return [{ type: 'ConnectionNumberLearned', data }]
}
