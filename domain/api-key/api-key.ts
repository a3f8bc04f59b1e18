import type { Aggregate } from '../decision.ts'
import type { ApiKeyEvent } from './events.ts'

/** Account and vault reference are null until the key is issued. */
export type ApiKey = {
  readonly account_id: string | null
  readonly secret_ref: string | null
  readonly revoked: boolean
}

/** A key of the API. Stream: the key's id. */
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
