import { type Decide, refuse } from '../decision.ts'
import type { Account } from './account.ts'
import type { AccountErased } from './events.ts'

export type EraseAccount = { account_id: string; at: string }

/** Erases an account; nothing when it is erased already. */
export const eraseAccount: Decide<EraseAccount, Account, AccountErased, 'account_not_found'> = (
  { account_id, at },
  { plan, erased_at },
) => {
  if (erased_at !== null) return []
  if (plan === null) return refuse('account_not_found')
  return [{ type: 'AccountErased', data: { account_id, erased_at: at } }]
}
