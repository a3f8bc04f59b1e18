import type { Aggregate } from '../decision.ts'
import type { ProviderMessageEvent } from './events.ts'
import { statusKey } from './status-key.ts'

export type ProviderMessage = { readonly statusKeys: readonly string[] }

/** The statuses of one of the provider's messages. Stream: uuid of connection and provider message id. */
export const providerMessage: Aggregate<ProviderMessage, ProviderMessageEvent> = {
  category: 'providerMessage',
  initialState: { statusKeys: [] },
  evolve: (state, event) => ({
    statusKeys: [...state.statusKeys, statusKey(event.data.intent)],
  }),
}
