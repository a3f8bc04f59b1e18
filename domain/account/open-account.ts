import type { Decide } from '../decision.ts'
import type { Account } from './account.ts'
import type { AccountOpened } from './events.ts'
import type { Plan } from './plan.ts'

export type OpenAccount = {
  account_id: string
  name: string
  plan: Plan
  sales_secret_ref: string
  at: string
}

export const openAccount: Decide<OpenAccount, Account, AccountOpened> = (
  { at, ...opened },
  { plan, erased_at },
) =>
  plan === null && erased_at === null
    ? [{ type: 'AccountOpened', data: { ...opened, opened_at: at } }]
    : []
