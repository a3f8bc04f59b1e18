import type { ACCOUNT_FIELDS, AccountEvent } from '@recado/domain/account/events'
import type { ColumnsOf } from '../columns.ts'

export const account: ColumnsOf<AccountEvent, typeof ACCOUNT_FIELDS> = {
  data_account_id: 'text',
  name: 'text',
  plan: 'text',
  sales_secret_ref: 'text',
  opened_at: 'timestamp',
  changed_at: 'timestamp',
}
