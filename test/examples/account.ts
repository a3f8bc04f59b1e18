import type { AccountErased, AccountOpened, PlanChanged } from '@recado/domain/account/events'

export const accountId = '6f6f0d2e-0b1c-4c55-9a64-0f3c9d2b1a01'

export const accountOpened: AccountOpened = {
  type: 'AccountOpened',
  data: {
    account_id: accountId,
    name: 'Padaria Estrela',
    plan: 'basic',
    sales_secret_ref: '5b0f8f8e-0000-4000-8000-00000000a001',
    opened_at: '2026-01-01T09:00:00.000Z',
  },
}

export const planChanged: PlanChanged = {
  type: 'PlanChanged',
  data: { account_id: accountId, plan: 'agency', changed_at: '2026-01-02T09:00:00.000Z' },
}

export const accountErased: AccountErased = {
  type: 'AccountErased',
  data: { account_id: accountId, erased_at: '2026-01-03T09:00:00.000Z' },
}
