import type { KeptList } from './kept-list.ts'

export const salesOfAccount = {
  name: 'sales.account',
  table: 'sales',
  key: 'account_id',
  position: 'account_pos',
  kind: 'append_only',
  order: 'newest_first',
  facets: ['status'],
  index: 'sales_of_account',
} as const satisfies KeptList
