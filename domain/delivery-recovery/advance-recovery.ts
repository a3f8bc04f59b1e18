import type { Decide } from '../decision.ts'
import type { DeliveryRecovery } from './delivery-recovery.ts'
import type { RecoveryAdvanced } from './events.ts'

/** Notes how far a recovery has looked. */
export type AdvanceRecovery = Omit<RecoveryAdvanced['data'], 'advanced_at'> & { at: string }

/** Whoever looked from another place than the recovery has reached says nothing: somebody else goes on with it. */
export const advanceRecovery: Decide<AdvanceRecovery, DeliveryRecovery, RecoveryAdvanced> = (
  { at, ...of },
  state,
) => {
  if (state === null || state.completed) return []
  if (of.from !== state.through || of.through <= of.from) return []
  return [{ type: 'RecoveryAdvanced', data: { ...of, advanced_at: at } }]
}
