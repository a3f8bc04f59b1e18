import { type Decide, refuse } from '../decision.ts'
import type { ApiKey } from './api-key.ts'
import type { ApiKeyRevealed } from './events.ts'

export type RecordReveal = { key_id: string; user_id: string; at: string }

/** Records that a user is about to see the key's text. Every time is recorded. */
export const recordReveal: Decide<RecordReveal, ApiKey, ApiKeyRevealed, 'key_not_found'> = (
  { key_id, user_id, at },
  { account_id, revoked },
) => {
  if (account_id === null || revoked) return refuse('key_not_found')
  return [{ type: 'ApiKeyRevealed', data: { key_id, account_id, user_id, revealed_at: at } }]
}
