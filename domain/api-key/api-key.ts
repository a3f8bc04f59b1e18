import type { Aggregate } from '../decision.ts'
import type { ApiKeyEvent } from './events.ts'

/** Whose key it is, once issued, and whether it still works. */
export type ApiKey = { readonly account_id: string | null; readonly revoked: boolean }

/** A key to the API. Stream: the key's id. */
export const apiKey: Aggregate<ApiKey, ApiKeyEvent> = {
  category: 'apiKey',
  initialState: { account_id: null, revoked: false },
  evolve: (_, event) => ({
    account_id: event.data.account_id,
    revoked: event.type === 'ApiKeyRevoked',
  }),
}
