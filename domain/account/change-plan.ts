import { type Decide, refuse } from '../decision.ts'
import type { Account } from './account.ts'
import type { PlanChanged } from './events.ts'
import type { Plan } from './plan.ts'

export type ChangePlan = { account_id: string; plan: Plan; at: string }

export const changePlan: Decide<ChangePlan, Account, PlanChanged, 'account_not_found'> = (
  { account_id, plan, at },
  state,
) => {
  if (state.plan === null) return refuse('account_not_found')
  if (state.plan === plan) return []
  return [{ type: 'PlanChanged', data: { account_id, plan, changed_at: at } }]
}
