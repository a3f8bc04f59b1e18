import type { ConnectionEntry } from '../registry-entries.ts'
import type { Providers } from './provider.ts'
import { providerOf } from './provider-of.ts'

/** How many messages a second the connection may send: what its provider grants its number, else the default. */
export function messagesPerSecond(
  providers: Providers,
  { type, messages_per_second }: Pick<ConnectionEntry, 'type' | 'messages_per_second'>,
): number {
  return messages_per_second ?? providerOf(providers, type).sends.perSecond
}
