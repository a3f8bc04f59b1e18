import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { followReadModels } from '@recado/application/read-models/follow-read-models'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openRegistry } from '@recado/application/registry/open-registry'
import { openSending } from '@recado/application/sending/sending'
import { watchServers } from '@recado/application/status/outages'
import { buildApp as buildCommandApp } from '@recado/command-api/app'
import { spoolBudget } from '@recado/command-api/media/spool-budget'
import { keepTrying } from '@recado/infra/concurrency/keep-trying'
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
import { BY_INDEX, COMMIT_AT_ONCE, openPool, PLAN_ONCE } from '@recado/infra/postgres/pool'
import { openGraphCalls } from '@recado/infra/providers/graph-api/graph-calls'
import { onShutdown } from '@recado/infra/shutdown'
import { migrateVault, postgresVault } from '@recado/infra/vault/postgres-vault'
import { buildApp as buildQueryApp } from '@recado/query-api/app'
import { openFrontDoor } from './front-door.ts'

// Both APIs as one process with one listener, for one machine. In production each runs by itself, behind a gateway.

const config = readConfig(process.env)
const log = createLogger('api', config.LOG_LEVEL)
const { store, journal } = connectEventStore(config.EVENTSTORE_URL)
const pooled = { max: config.DATABASE_POOL, searchPath: READ_SCHEMA, answerMs: DEADLINES.request }
// Each application plans its statements in its own way.
const forCommands = openPool(config.DATABASE_URL, {
  ...pooled,
  session: { ...BY_INDEX, ...COMMIT_AT_ONCE },
})
const forQueries = openPool(config.DATABASE_URL, {
  ...pooled,
  session: { ...PLAN_ONCE, ...COMMIT_AT_ONCE },
})
const vault = postgresVault({ url: config.VAULT_URL, masterKey: config.VAULT_KEY })
const nats = connectNats(config.NATS_URL, { name: 'api' })
const readModels = followReadModels(READ_SCHEMA, forQueries, nats)
const onTrouble = (err: unknown) => log.warn({ err }, 'the registry is not current for now')
const sending = openSending({ config, pool: forCommands, vault, log })
const graph = openGraphCalls({ config, vault })
const outages = watchServers({ store, pool: forCommands, vault, nats })
const closeFirst = onShutdown(
  log,
  () => outages.close(),
  () => sending.close(),
  () => graph.close(),
  () => readModels.close(),
  () => nats.close(),
  () => Promise.all([forCommands.end(), forQueries.end(), vault.close()]),
  () => store.close(),
)

// Unhandled, it ends the process with its reason.
void store.assertNewEnough()
const openapi = await readOpenapi()

// Hooks need the log only, so a start waits for no Postgres.
void keepTrying(log, 'preparing the vault', () => migrateVault(config.VAULT_URL))
log.info('reading accounts, keys and connections')
const registry = await openRegistry({ store, pool: forCommands, onTrouble })
closeFirst(() => registry.close())

const bounds = boundsFrom(config)
const serving = { log, bounds, metrics: startMetrics() }
const checks = { eventstore: () => store.ping(2_000), postgres: () => answersSelect(forQueries) }
const internal = await buildInternalServer({ ...serving, checks })
const shared = {
  ...serving,
  ...{ config, registry, vault, graph, readModels },
  elsewhere: routesOf(openapi, '/api/v1'),
  rateLimits: rateLimits(leaseCalls(forCommands, randomUUID())),
  planLimits: planLimits(config),
  checkReplies: false,
  now: () => new Date(),
}
const command = await buildCommandApp({
  ...shared,
  ...{ store, journal, sending, outages },
  operatorToken: config.OPERATOR_TOKEN,
  cache: aggregateCache(),
  mutex: streamMutex(),
  pool: forCommands,
  newId: randomUUID,
  uploads: spoolBudget(),
})
const query = await buildQueryApp({ ...shared, operatorToken: null, pool: forQueries, openapi })
closeFirst(() => Promise.all([command.close(), query.close()]))
const door = await openFrontDoor({ command, query, bounds })
closeFirst(() => Promise.all([door.close(), internal.close()]))
closeFirst(() => sending.stopWaiting())
await listen({ ...door, log }, config, { app: internal, port: config.INTERNAL_PORT })
