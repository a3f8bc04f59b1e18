import { randomUUID } from 'node:crypto'
import { followReadModels } from '@recado/application/read-models/follow-read-models'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openRegistry } from '@recado/application/registry/open-registry'
import { readConfig } from '@recado/infra/config'
import { DEADLINES } from '@recado/infra/deadlines'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { boundsFrom } from '@recado/infra/http/bounds/bounds'
import { planLimits } from '@recado/infra/http/guards'
import { buildInternalServer } from '@recado/infra/http/health'
import { readOpenapi, routesOf } from '@recado/infra/http/openapi-file'
import { leaseCalls } from '@recado/infra/http/rate-lease'
import { rateLimits } from '@recado/infra/http/rate-limits'
import { listen } from '@recado/infra/listen'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import { connectNats } from '@recado/infra/nats/connect'
import { answersSelect } from '@recado/infra/postgres/answers-select'
import { COMMIT_AT_ONCE, openPool, PLAN_ONCE } from '@recado/infra/postgres/pool'
import { openGraphCalls } from '@recado/infra/providers/graph-api/graph-calls'
import { onShutdown } from '@recado/infra/shutdown'
import { postgresVault } from '@recado/infra/vault/postgres-vault'
import { buildApp } from './app.ts'

const config = readConfig(process.env)
const log = createLogger('query-api', config.LOG_LEVEL)
const { store } = connectEventStore(config.EVENTSTORE_URL)
const pool = openPool(config.DATABASE_URL, {
  max: config.DATABASE_POOL,
  searchPath: READ_SCHEMA,
  answerMs: DEADLINES.request,
  session: { ...PLAN_ONCE, ...COMMIT_AT_ONCE },
})
const vault = postgresVault({ url: config.VAULT_URL, masterKey: config.VAULT_KEY })
const nats = connectNats(config.NATS_URL, { name: 'query-api' })
const readModels = followReadModels(READ_SCHEMA, pool, nats)
const onTrouble = (err: unknown) => log.warn({ err }, 'the registry is not current for now')
const graph = openGraphCalls({ config, vault })
const closeFirst = onShutdown(
  log,
  () => readModels.close(),
  () => graph.close(),
  () => nats.close(),
  () => Promise.all([pool.end(), vault.close()]),
  () => store.close(),
)

// Unhandled, it ends the process with its reason.
void store.assertNewEnough()
const openapi = await readOpenapi()
log.info('reading accounts, keys and connections')
const registry = await openRegistry({ store, pool, onTrouble })
closeFirst(() => registry.close())

const serving = { log, metrics: startMetrics(), bounds: boundsFrom(config) }
const checks = { postgres: () => answersSelect(pool) }
const internal = await buildInternalServer({ ...serving, checks })
const app = await buildApp({
  ...serving,
  config,
  elsewhere: routesOf(openapi, '/api/v1'),
  registry,
  rateLimits: rateLimits(leaseCalls(pool, randomUUID())),
  planLimits: planLimits(config),
  operatorToken: null,
  checkReplies: false,
  pool,
  readModels,
  vault,
  graph,
  now: () => new Date(),
  openapi,
})
closeFirst(() => Promise.all([app.close(), internal.close()]))
await listen(app, config, { app: internal, port: config.INTERNAL_PORT })
