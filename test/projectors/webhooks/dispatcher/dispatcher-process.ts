import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { openRegistry } from '@recado/application/registry/open-registry'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { webhookClient } from '@recado/infra/http-client/webhook-client'
import { createLogger } from '@recado/infra/logger'
import { connectNats } from '@recado/infra/nats/connect'
import { openPool } from '@recado/infra/postgres/pool'
import { postgresVault } from '@recado/infra/vault/postgres-vault'
import { runDispatch } from '@recado/projectors/webhooks/dispatcher/dispatch'

// A dispatcher in a process of its own, for tests that kill it. Its settings come as one JSON argument.

/** Where the services of the test are, and how the dispatcher behaves. */
export type ProcessSettings = {
  storeUrl: string
  databaseUrl: string
  vaultUrl: string
  vaultKey: string
  natsUrl: string
  leaseMs: number
}

const settings: ProcessSettings = JSON.parse(process.argv[2] ?? '{}')
const { store, journal } = connectEventStore(settings.storeUrl)
const timeoutMs = 1_000

await runDispatch({
  store,
  journal,
  commands: { store, cache: aggregateCache(), mutex: streamMutex() },
  pool: openPool(settings.databaseUrl, { searchPath: 'read_1' }),
  nats: connectNats(settings.natsUrl),
  registry: await openRegistry({ store, pool: null }),
  vault: postgresVault({
    url: settings.vaultUrl,
    masterKey: Buffer.from(settings.vaultKey, 'base64'),
  }),
  client: webhookClient({ isAllowed: addressPolicy(['127.0.0.0/8']), timeoutMs }),
  log: createLogger('dispatcher', 'silent'),
  signal: new AbortController().signal,
  times: { timeoutMs, leaseMs: settings.leaseMs, renewMs: 100, sweepMs: 100 },
})
