import type { Aggregate } from '../decision.ts'
import type { AccountEvent } from './events.ts'
import type { Plan } from './plan.ts'

export type Account = { readonly plan: Plan | null }

/** The owner of keys and connections. Stream: the account's id. */
export const account: Aggregate<Account, AccountEvent> = {
  category: 'account',
  initialState: { plan: null },
  evolve: (_, event) => ({ plan: event.data.plan }),
}
