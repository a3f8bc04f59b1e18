import type { Aggregate } from '../decision.ts'
import type { KeptJournal, RetentionEvent } from './events.ts'

/** Per journal, before when nothing is kept; null while everything is. */
export type Retention = Readonly<Record<KeptJournal, string | null>>

/** What of an account's journals is kept. Stream: the account's id, or `installation` for what belongs to none. */
export const retention: Aggregate<Retention, RetentionEvent> = {
  category: 'retention',
  initialState: { providerEvent: null, webhookDelivery: null },
  evolve: (state, { data }) => ({ ...state, [data.category]: data.before }),
}
