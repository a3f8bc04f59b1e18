import type { KeptList } from './kept-list.ts'

/** Tests are on no list. */
export const deliveriesOfAccount = {
  name: 'deliveries.account',
  table: 'deliveries',
  key: 'listed_in',
  position: 'account_pos',
  kind: 'blocks',
  order: 'newest_first',
  facets: ['connection_id', 'status', 'event'],
  index: 'deliveries_of_account',
} as const satisfies KeptList
