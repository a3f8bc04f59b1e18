import { type Decide, refuse } from '../decision.ts'
import { isOver } from './deletable-day.ts'
import type { RetentionApplied } from './events.ts'
import type { Retention } from './retention.ts'

type Applied = RetentionApplied['data']

export type ApplyRetention = Pick<Applied, 'account_id' | 'category' | 'before'> & {
  /** The retention applied when the command was given: everything before it has left the log. */
  readonly after: string | null
  readonly at: string
}

/**
 * Drops everything recorded before a time. Nothing when another process has applied a retention meanwhile, or this
 * one is applied already. The day of the command is always kept.
 */
export const applyRetention: Decide<ApplyRetention, Retention, RetentionApplied, 'not_over'> = (
  { account_id, category, before, after, at },
  state,
) => {
  const applied = state[category]
  if (applied !== after || (applied !== null && before <= applied)) return []
  if (!isOver(before, at)) return refuse('not_over')
  return [{ type: 'RetentionApplied', data: { account_id, category, before, applied_at: at } }]
}
