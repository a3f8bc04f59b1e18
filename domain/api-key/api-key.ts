import type { Aggregate } from '../decision.ts'
import type { ApiKeyEvent } from './events.ts'

/** Whose key it is, once issued, where the vault keeps its text, and whether it still works. */
export type ApiKey = {
  readonly account_id: string | null
  readonly secret_ref: string | null
  readonly revoked: boolean
}

/** A key to the API. Stream: the key's id. */
export const apiKey: Aggregate<ApiKey, ApiKeyEvent> = {
  category: 'apiKey',
  initialState: { account_id: null, secret_ref: null, revoked: false },
  evolve(key, { type, data }) {
    switch (type) {
      case 'ApiKeyIssued':
        return { account_id: data.account_id, secret_ref: data.secret_ref, revoked: false }
      case 'ApiKeyRevealed':
        return key
      case 'ApiKeyRevoked':
        return { ...key, revoked: true }
    }
  },
}
