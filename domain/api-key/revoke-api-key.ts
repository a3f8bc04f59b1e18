import { type Decide, refuse } from '../decision.ts'
import type { ApiKey } from './api-key.ts'
import type { ApiKeyRevoked } from './events.ts'

export type RevokeApiKey = { key_id: string; at: string }

/** Revokes a key permanently; nothing when it is revoked already. */
export const revokeApiKey: Decide<RevokeApiKey, ApiKey, ApiKeyRevoked, 'key_not_found'> = (
  { key_id, at },
  { account_id, revoked },
) => {
  if (account_id === null) return refuse('key_not_found')
  if (revoked) return []
  return [{ type: 'ApiKeyRevoked', data: { key_id, account_id, revoked_at: at } }]
}
