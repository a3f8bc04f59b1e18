import type { Aggregate } from '../decision.ts'
import type { KeptJournal, RetentionEvent } from './events.ts'

/** By journal, the time before which nothing is kept; null while everything is. */
export type Retention = Readonly<Record<KeptJournal, string | null>>

/** An account's journals. Stream: the account's id, or `installation` for raw events without an account. */
export const retention: Aggregate<Retention, RetentionEvent> = {
  category: 'retention',
  initialState: { providerEvent: null, webhookDelivery: null },
  evolve: (state, { data }) => ({ ...state, [data.category]: data.before }),
}
