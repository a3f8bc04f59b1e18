import type { Aggregate } from '../decision.ts'
import type { ProviderMessageEvent } from './events.ts'
import { statusKey } from './status-key.ts'

/** The statuses reported of one of the provider's messages, by `statusKey`. */
export type ProviderMessage = { readonly statusKeys: readonly string[] }

/** What a provider told of one message's way. Stream: uuid of connection + provider message id. */
export const providerMessage: Aggregate<ProviderMessage, ProviderMessageEvent> = {
  category: 'providerMessage',
  initialState: { statusKeys: [] },
  evolve: (state, event) => ({
    statusKeys: [...state.statusKeys, statusKey(event.data.intent)],
  }),
}
