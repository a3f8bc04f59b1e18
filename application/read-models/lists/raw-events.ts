import type { KeptList } from './kept-list.ts'

/** Raw provider events of an account, newest first. */
export const rawEventsOfAccount = {
  name: 'raw_events.account',
  table: 'raw_events',
  key: 'account_id',
  position: 'account_pos',
  kind: 'blocks',
  order: 'newest_first',
  // Names that nobody knows are counted together: whoever signs posts may think up as many as there are.
  facets: ['source', 'connection_id', 'known_event'],
  index: 'raw_events_of_account',
} as const satisfies KeptList
