import type { Aggregate } from '../decision.ts'
import type { KeptJournal, RetentionEvent } from './events.ts'

/** By journal, and for what was said, the time before which nothing is kept; null while everything is. */
export type Retention = Readonly<Record<KeptJournal | 'messages', string | null>>

/** An account's journals. Stream: the account's id, or `installation` for raw events without an account. */
export const retention: Aggregate<Retention, RetentionEvent> = {
  category: 'retention',
  initialState: { providerEvent: null, webhookDelivery: null, messages: null },
  evolve(state, { type, data }) {
    if (type === 'RetentionApplied') return { ...state, [data.category]: data.before }
    // A history may bring older messages later.
    const isLater = state.messages === null || data.before > state.messages
    return isLater ? { ...state, messages: data.before } : state
  },
}
