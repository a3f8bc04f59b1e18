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

/**
 * The account was erased, for good: its keys and users are refused from here on, nothing is sent or received for it, and
 * what the log, the tables and the vault hold of it goes.
 */
export type AccountErased = {
  type: 'AccountErased'
  data: { account_id: string; erased_at: string }
}

export type AccountEvent = AccountOpened | PlanChanged | AccountErased

export const ACCOUNT_FIELDS = {
  AccountOpened: { name: 'personal' },
  PlanChanged: {},
  AccountErased: {},
} satisfies FieldClasses<AccountEvent>
