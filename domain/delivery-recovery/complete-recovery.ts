import type { Decide } from '../decision.ts'
import type { DeliveryRecovery } from './delivery-recovery.ts'
import type { RecoveryCompleted } from './events.ts'

/** Nothing is left to look at. */
export type CompleteRecovery = Omit<RecoveryCompleted['data'], 'found' | 'completed_at'> & {
  /** Up to where it was looked: another one has gone on meanwhile when this is not how far the recovery is. */
  through: number
  at: string
}

/** Once. */
export const completeRecovery: Decide<CompleteRecovery, DeliveryRecovery, RecoveryCompleted> = (
  { through, at, ...of },
  state,
) => {
  if (state === null || state.completed || state.through !== through) return []
  const { found } = state
  return [{ type: 'RecoveryCompleted', data: { ...of, found, completed_at: at } }]
}
