import type { Aggregate } from '../decision.ts'
import type { AccountEvent, Plan } from './events.ts'

export type Account = { readonly plan: Plan | null }

/** The owner of keys and connections. Stream: the account's id. */
export const account: Aggregate<Account, AccountEvent> = {
  category: 'account',
  initialState: { plan: null },
  evolve: (_, event) => ({ plan: event.data.plan }),
}
