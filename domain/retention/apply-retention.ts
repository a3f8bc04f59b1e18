import { type Decide, refuse } from '../decision.ts'
import type { RetentionApplied } from './events.ts'
import type { Retention } from './retention.ts'

type Applied = RetentionApplied['data']

export type ApplyRetention = Pick<Applied, 'account_id' | 'category' | 'before'> & {
  /** What was applied when the command was given: all that it let go has left the log. */
  readonly after: string | null
  readonly at: string
}

/**
 * Lets go of what is older; nothing when somebody else did meanwhile, or when that is gone already. The day of the command
 * is kept whatever the command says.
 */
export const applyRetention: Decide<ApplyRetention, Retention, RetentionApplied, 'not_over'> = (
  { account_id, category, before, after, at },
  state,
) => {
  const applied = state[category]
  if (applied !== after || (applied !== null && before <= applied)) return []
  if (before > startOfDay(at)) return refuse('not_over')
  return [{ type: 'RetentionApplied', data: { account_id, category, before, applied_at: at } }]
}

function startOfDay(at: string): string {
  return `${at.slice(0, 10)}T00:00:00.000Z`
}
