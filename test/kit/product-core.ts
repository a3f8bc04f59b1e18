import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { followReadModels } from '@recado/application/read-models/follow-read-models'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openRegistry } from '@recado/application/registry/open-registry'
import { openSending } from '@recado/application/sending/sending'
import { watchServers } from '@recado/application/status/outages'
import type { CommandDeps } from '@recado/command-api/deps'
import { spoolBudget } from '@recado/command-api/media/spool-budget'
import type { Config } from '@recado/infra/config'
import { DEADLINES } from '@recado/infra/deadlines'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { boundsFrom } from '@recado/infra/http/bounds/bounds'
import { planLimits } from '@recado/infra/http/guards'
import { leaseCalls } from '@recado/infra/http/rate-lease'
import { rateLimits } from '@recado/infra/http/rate-limits'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import { connectNats, type Nats } from '@recado/infra/nats/connect'
import { openPool } from '@recado/infra/postgres/pool'
import { openGraphCalls } from '@recado/infra/providers/graph-api/graph-calls'
import { migrateVault, postgresVault } from '@recado/infra/vault/postgres-vault'
import { startProjectors } from '@recado/projectors/projectors'
import type { DispatchTimes } from '@recado/projectors/webhooks/dispatcher/dispatch-times'
import type { QueryDeps } from '@recado/query-api/deps'
import type { Ends } from './ends.ts'

/** What the parts of the product are made from. Everything writes and reads through these. */
export type ProductCore = {
  readonly config: Config
  readonly deps: CommandDeps & QueryDeps
  readonly nats: Nats
}

/** Connects to the servers and starts everything that follows the log: fold, intake, dispatcher. */
export async function openCore(
  config: Config,
  dispatchTimes: Partial<DispatchTimes>,
  ends: Ends,
): Promise<ProductCore> {
  const log = createLogger('test', config.LOG_LEVEL)
  const { store, journal } = connectEventStore(config.EVENTSTORE_URL)
  ends.push(() => store.close())
  const pool = openPool(config.DATABASE_URL, {
    searchPath: READ_SCHEMA,
    answerMs: DEADLINES.request,
  })
  ends.push(() => pool.end())
  const vault = postgresVault({ url: config.VAULT_URL, masterKey: config.VAULT_KEY })
  ends.push(() => vault.close())
  const nats = connectNats(config.NATS_URL)
  ends.push(() => nats.close())
  const readModels = followReadModels(READ_SCHEMA, pool, nats)
  ends.push(() => readModels.close())
  await migrateVault(config.VAULT_URL)
  const outages = watchServers({ store, pool, vault, nats })
  ends.push(() => outages.close())
  const sending = openSending({ config, pool, vault, log })
  ends.push(() => sending.close())
  const graph = openGraphCalls({ config, vault })
  ends.push(() => graph.close())
  const registry = await openRegistry({ store, pool })
  ends.push(() => registry.close())
  const deps: ProductCore['deps'] = {
    ...{ log, config, store, journal, pool, vault, readModels, outages, sending, registry, graph },
    metrics: startMetrics(),
    elsewhere: [],
    bounds: boundsFrom(config),
    rateLimits: rateLimits(leaseCalls(pool, randomUUID())),
    planLimits: planLimits(config),
    operatorToken: config.OPERATOR_TOKEN,
    checkReplies: true,
    cache: aggregateCache(),
    mutex: streamMutex(),
    now: () => new Date(),
    newId: randomUUID,
    uploads: spoolBudget(),
    openapi: '{}',
  }
  const projectors = startProjectors({ ...deps, nats, dispatchTimes })
  ends.push(() => projectors.stop())
  return { config, deps, nats }
}
