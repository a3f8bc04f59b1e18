import type { Decide } from '../decision.ts'
import type { DeliveryRecovery } from './delivery-recovery.ts'
import type { RecoveryCompleted } from './events.ts'

export type CompleteRecovery = Omit<RecoveryCompleted['data'], 'found' | 'completed_at'> & {
  /** How far the caller has looked. If the recovery is elsewhere, another process has advanced it: nothing happens. */
  through: number
  at: string
}

export const completeRecovery: Decide<CompleteRecovery, DeliveryRecovery, RecoveryCompleted> = (
  { through, at, ...completion },
  state,
) => {
  if (state === null || state.completed || state.through !== through) return []
  const { found } = state
  return [{ type: 'RecoveryCompleted', data: { ...completion, found, completed_at: at } }]
}
