import type { KeptList } from './kept-list.ts'

export const rawEventsOfAccount = {
  name: 'raw_events.account',
  table: 'raw_events',
  key: 'account_id',
  position: 'account_pos',
  kind: 'blocks',
  order: 'newest_first',
  // Unknown names are counted together, because a sender of posts could invent any number of them. See ADR 18.
  facets: ['source', 'connection_id', 'known_event'],
  index: 'raw_events_of_account',
} as const satisfies KeptList
