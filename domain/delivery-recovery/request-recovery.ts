import { type Decide, refuse } from '../decision.ts'
import type { DeliveryRecovery } from './delivery-recovery.ts'
import type { RecoveryRequested } from './events.ts'

/** Delivers everything since a time that was never delivered. */
export type RequestRecovery = Omit<RecoveryRequested['data'], 'requested_at'> & {
  /** Nothing before this is kept, ISO 8601. */
  kept_since: string
  at: string
}

/** The same recovery again says nothing. */
export const requestRecovery: Decide<
  RequestRecovery,
  DeliveryRecovery,
  RecoveryRequested,
  'since_in_future' | 'since_not_kept'
> = ({ kept_since, at, ...of }, state) => {
  if (state !== null) return []
  if (of.since > at) return refuse('since_in_future')
  if (of.since < kept_since) return refuse('since_not_kept')
  return [{ type: 'RecoveryRequested', data: { ...of, requested_at: at } }]
}
