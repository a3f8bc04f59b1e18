import type { AccountEvent } from '@recado/domain/account/events'
import type { Plan } from '@recado/domain/account/plan'
import { projection } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'

type AccountRow = {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  readonly sales_secret_ref: string
  readonly opened_at: string
}

const accounts = table<AccountRow>({ name: 'accounts' })

export const erasedAccounts = table<{ readonly id: string; readonly removed: boolean }>({
  name: 'erased_accounts',
})

const change = rowChanger(accounts)

export const accountsProjection = projection<AccountEvent>({
  name: 'accounts',
  tables: [accounts, erasedAccounts],
  ddl: new URL('./accounts.sql', import.meta.url),
  on: {
    AccountOpened: async ({ data: { account_id: id, ...opened } }, rows) => {
      if ((await rows.get(accounts, id)) === undefined) rows.put(accounts, { id, ...opened })
    },
    PlanChanged: ({ data }, rows) => change(rows, data.account_id, { plan: data.plan }),
    AccountErased: async ({ data: { account_id: id } }, rows) => {
      if ((await rows.get(accounts, id)) !== undefined) rows.remove(accounts, id)
      if ((await rows.get(erasedAccounts, id)) === undefined)
        rows.put(erasedAccounts, { id, removed: false })
    },
  },
  // What follows in the log of the account is left out.
  endsBatch: ['AccountErased'],
})
