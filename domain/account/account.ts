import type { Aggregate } from '../decision.ts'
import type { AccountEvent } from './events.ts'
import type { Plan } from './plan.ts'

export type Account = {
  /** Null before it is opened, and once it is erased. */
  readonly plan: Plan | null
  /** ISO 8601; null unless it is erased. */
  readonly erased_at: string | null
}

/** The owner of keys and connections. Stream: the account's id. */
export const account: Aggregate<Account, AccountEvent> = {
  category: 'account',
  initialState: { plan: null, erased_at: null },
  evolve: (state, { type, data }) =>
    type === 'AccountErased'
      ? { plan: null, erased_at: data.erased_at }
      : { ...state, plan: data.plan },
}
