import type { KeptList } from './kept-list.ts'

/** In order of registration. */
export const connectionsOfAccount = {
  name: 'connections.account',
  table: 'connections',
  key: 'account_id',
  position: 'pos',
  kind: 'append_only',
  order: 'oldest_first',
  index: 'connections_of_account',
} as const satisfies KeptList
