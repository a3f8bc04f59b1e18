import type { Pool } from '@recado/infra/postgres/run'
import type { ProviderDeps, Providers } from '@recado/infra/providers/provider'
import { openProviderTable, PROVIDERS } from '@recado/infra/providers/providers'
import { chatLease } from '../sending/chat-lease.ts'

/** What a chat's lease has beyond a call's time-out: time for the two appends before the call. */
const LEASE_MARGIN_MS = 15_000

/** Opens the providers of this installation. @param table all of our providers unless given */
export function openProviders(
  options: Pick<ProviderDeps, 'config' | 'vault' | 'gateways'> & { readonly pool: Pool },
  table = PROVIDERS,
): Providers {
  const { config, pool, vault, gateways } = options
  const chats = chatLease(pool, config.PROVIDER_TIMEOUT_MS + LEASE_MARGIN_MS)
  return openProviderTable(table, { config, vault, chats, gateways })
}
