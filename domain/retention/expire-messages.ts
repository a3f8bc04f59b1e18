import { type Decide, refuse } from '../decision.ts'
import { isOver } from './deletable-day.ts'
import type { MessagesExpired } from './events.ts'
import type { Retention } from './retention.ts'

export type ExpireMessages = Pick<MessagesExpired['data'], 'account_id' | 'before'> & {
  /** The time that was named last when the command was given. */
  readonly after: string | null
  readonly at: string
}

/**
 * Destroys what was said before a time. Nothing when another process has done something meanwhile, or the same time was
 * named last. The day of the command is always kept.
 */
export const expireMessages: Decide<ExpireMessages, Retention, MessagesExpired, 'not_over'> = (
  { account_id, before, after, at },
  { messages },
) => {
  if (messages !== after || messages === before) return []
  if (!isOver(before, at)) return refuse('not_over')
  return [{ type: 'MessagesExpired', data: { account_id, before, expired_at: at } }]
}
