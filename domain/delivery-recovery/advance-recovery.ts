import type { Decide } from '../decision.ts'
import type { DeliveryRecovery } from './delivery-recovery.ts'
import type { RecoveryAdvanced } from './events.ts'

export type AdvanceRecovery = Omit<RecoveryAdvanced['data'], 'advanced_at'> & { at: string }

/** Records progress; nothing when the recovery is no longer at `from`, because another process has advanced it. */
export const advanceRecovery: Decide<AdvanceRecovery, DeliveryRecovery, RecoveryAdvanced> = (
  { at, ...progress },
  state,
) => {
  if (state === null || state.completed) return []
  if (progress.from !== state.through || progress.through <= progress.from) return []
  return [{ type: 'RecoveryAdvanced', data: { ...progress, advanced_at: at } }]
}
