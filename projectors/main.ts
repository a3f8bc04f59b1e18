import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { openRegistry } from '@recado/application/registry/open-registry'
import { keepTrying } from '@recado/infra/concurrency/keep-trying'
import { readConfig } from '@recado/infra/config'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { boundsFrom } from '@recado/infra/http/bounds/bounds'
import { buildInternalServer } from '@recado/infra/http/health'
import { listen } from '@recado/infra/listen'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import { connectNats } from '@recado/infra/nats/connect'
import { answersSelect } from '@recado/infra/postgres/answers-select'
import { BY_INDEX, openPool } from '@recado/infra/postgres/pool'
import { onShutdown } from '@recado/infra/shutdown'
import { postgresVault } from '@recado/infra/vault/postgres-vault'
import { prepareReadModels } from './engine/read-model-schema.ts'
import { projections } from './projections.ts'
import { startProjectors } from './projectors.ts'
import { readModelsMove } from './runtime/read-models-move.ts'

const config = readConfig(process.env)
const name = config.PROJECTORS_ROLE === 'workers' ? 'workers' : 'projectors'
const log = createLogger(name, config.LOG_LEVEL)
const { store, journal } = connectEventStore(config.EVENTSTORE_URL)
// Unhandled, it ends the process with its reason.
void store.assertNewEnough()
const pool = openPool(config.DATABASE_URL, {
  max: config.DATABASE_POOL,
  searchPath: READ_SCHEMA,
  session: BY_INDEX,
})
const vault = postgresVault({ url: config.VAULT_URL, masterKey: config.VAULT_KEY })
const nats = connectNats(config.NATS_URL, { name })
const metrics = startMetrics()
// Health and metrics only: nobody calls this process.
const building = buildInternalServer({
  log,
  metrics,
  checks: {
    eventstore: () => store.ping(2_000),
    postgres: () => answersSelect(pool),
    ...(config.PROJECTORS_ROLE !== 'workers' && { read_models: () => readModelsMove(pool, store) }),
  },
  bounds: boundsFrom(config),
})
const prepared = keepTrying(log, 'preparing the read models', () =>
  prepareReadModels(config.DATABASE_URL, READ_SCHEMA, projections),
)
const [app] = await Promise.all([building, prepared])
const onTrouble = (err: unknown) => log.warn({ err }, 'the registry is not current for now')
const registry = await openRegistry({ store, pool, onTrouble })

const projectors = startProjectors({
  store,
  journal,
  cache: aggregateCache(),
  mutex: streamMutex(),
  config,
  pool,
  nats,
  registry,
  vault,
  log,
  metrics,
})
projectors.done.catch((err: unknown) => {
  log.fatal({ err }, 'a projector met what it cannot recover from')
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
})

onShutdown(
  log,
  () => app.close(),
  () => projectors.stop(),
  () => registry.close(),
  () => nats.close(),
  () => Promise.all([pool.end(), vault.close()]),
  () => store.close(),
)
await listen(app, { HOST: config.HOST, PORT: config.INTERNAL_PORT })
