import type { KeptList } from './kept-list.ts'

/** Last changed first. */
export const templatesOfAccount = {
  name: 'templates.account',
  table: 'templates',
  key: 'account_id',
  position: 'account_pos',
  kind: 'blocks',
  order: 'newest_first',
  facets: ['status'],
  index: 'templates_of_account',
} as const satisfies KeptList
