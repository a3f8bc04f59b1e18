import type { FieldClasses } from '../field-classes.ts'
import type { Plan } from './plan.ts'

/** An account was opened. It owns keys, connections and all that belongs to them. */
export type AccountOpened = {
  type: 'AccountOpened'
  data: {
    account_id: string
    name: string
    plan: Plan
    sales_secret_ref: string
    opened_at: string
  }
}

/** The account changed to another plan; feature gates and rate limits follow at once. */
export type PlanChanged = {
  type: 'PlanChanged'
  data: { account_id: string; plan: Plan; changed_at: string }
}

export type AccountEvent = AccountOpened | PlanChanged

export const ACCOUNT_FIELDS = {
  AccountOpened: { name: 'personal' },
  PlanChanged: {},
} satisfies FieldClasses<AccountEvent>
