import { randomBytes } from 'node:crypto'
import { readConfig } from '@recado/infra/config'
import type { ProviderDeps, Providers } from '@recado/infra/providers/provider'
import { openProviderTable, PROVIDERS } from '@recado/infra/providers/providers'
import type { GatewayEntry } from '@recado/infra/registry-entries'

const NOWHERE = 'http://127.0.0.1:9'

/** All real providers with these settings. Every chat lease is granted. */
export function testProviders(
  settings: Readonly<Record<string, string>>,
  vault: ProviderDeps['vault'] = { get: async ({ reference }) => `key of ${reference}` },
  registered: ReadonlyMap<string, GatewayEntry> = new Map(),
): Providers {
  const config = readConfig({
    EVENTSTORE_URL: 'esdb://127.0.0.1:9',
    DATABASE_URL: 'postgres://127.0.0.1:9/none',
    VAULT_URL: 'postgres://127.0.0.1:9/none',
    VAULT_KEY: randomBytes(32).toString('base64'),
    NATS_URL: 'nats://127.0.0.1:9',
    GRAPH_API_URL: NOWHERE,
    ...settings,
  })
  const chats = { take: async () => true, release: async () => undefined }
  const gateways = {
    gateway: (id: string) => registered.get(id),
    gateways: () => registered.values(),
  }
  return openProviderTable(PROVIDERS, { config, vault, chats, gateways })
}
