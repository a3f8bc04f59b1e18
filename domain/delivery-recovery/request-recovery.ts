import { type Decide, refuse } from '../decision.ts'
import type { DeliveryRecovery } from './delivery-recovery.ts'
import type { RecoveryRequested } from './events.ts'

/** Requests the delivery of all events since a time that were never delivered. */
export type RequestRecovery = Omit<RecoveryRequested['data'], 'requested_at'> & {
  /** Events are kept from this time on, ISO 8601. */
  kept_since: string
  at: string
}

export const requestRecovery: Decide<
  RequestRecovery,
  DeliveryRecovery,
  RecoveryRequested,
  'since_in_future' | 'since_not_kept'
> = ({ kept_since, at, ...recovery }, state) => {
  if (state !== null) return []
  if (recovery.since > at) return refuse('since_in_future')
  if (recovery.since < kept_since) return refuse('since_not_kept')
  return [{ type: 'RecoveryRequested', data: { ...recovery, requested_at: at } }]
}
