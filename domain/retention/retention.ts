import type { Aggregate } from '../decision.ts'
import type { KeptJournal, RetentionEvent } from './events.ts'

/**
 * By journal, the time before which nothing is kept; null while everything is. `messages`: the time that was named last for
 * what was said, which may be earlier than others before: a history may bring older messages later.
 */
export type Retention = Readonly<Record<KeptJournal | 'messages', string | null>>

/** An account's journals. Stream: the account's id, or `installation` for raw events without an account. */
export const retention: Aggregate<Retention, RetentionEvent> = {
  category: 'retention',
  initialState: { providerEvent: null, webhookDelivery: null, messages: null },
  evolve(state, { type, data }) {
    return { ...state, [type === 'RetentionApplied' ? data.category : 'messages']: data.before }
  },
}
