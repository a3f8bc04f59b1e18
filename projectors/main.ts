import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { openPersonIds } from '@recado/application/open-person-ids'
import { NO_PERSON_IDS } from '@recado/application/person-ids'
import { READ_SCHEMA } from '@recado/application/read-models/schema'
import { requireSealedLog } from '@recado/application/require-sealed-log'
import { openServiceRegistry, POOL_USES, startServices } from '@recado/application/services'
import { keepTrying } from '@recado/infra/concurrency/keep-trying'
import { readConfig } from '@recado/infra/config'
import { boundsFrom } from '@recado/infra/http/bounds/bounds'
import { buildInternalServer } from '@recado/infra/http/health'
import { listen } from '@recado/infra/listen'
import { requireFolder } from '@recado/infra/require-folder'
import { requiredChecks } from '@recado/infra/server-checks'
import { settingsOrExit, usableOrExit } from '@recado/infra/wrong-settings'
import { prepareReadModels } from './engine/read-model-schema.ts'
import { projectionsOf } from './projections.ts'
import { copiesMedia, keepsReadModels, opensFacts, relays, startProjectors } from './projectors.ts'
import { readModelsProgressCheck } from './runtime/read-models-progress-check.ts'

const config = settingsOrExit(() => {
  const given = requireFolder(readConfig(process.env), 'ERASURES_DIR', 'read')
  return copiesMedia(given.PROJECTORS_ROLE) ? requireFolder(given, 'MEDIA_STORE', 'write') : given
})
const role = config.PROJECTORS_ROLE
const name = keepsReadModels(role) ? 'projectors' : role
const services = startServices(config, name, POOL_USES.projectors, opensFacts(config))
const { log, metrics, pool, store, closeFirst } = services
const building = buildInternalServer({
  log,
  metrics,
  bounds: boundsFrom(config),
  checks: {
    ...requiredChecks(services),
    ...(relays(role) && { relay: async () => projectors.statusOf('relay') }),
    ...(keepsReadModels(role) && { read_models: () => readModelsProgressCheck(pool, store) }),
  },
})
const app = await building
await usableOrExit(requireSealedLog(services))
const personIds = opensFacts(config) ? await openPersonIds(services) : NO_PERSON_IDS
const projections = projectionsOf(services.providers, personIds)
await keepTrying(log, 'preparing the read models', () =>
  prepareReadModels(config.DATABASE_URL, READ_SCHEMA, projections, config.PROJECTOR_PARTITIONS),
)
const registry = await openServiceRegistry(services)

const projectors = startProjectors({
  ...services,
  registry,
  personIds,
  cache: aggregateCache(),
  mutex: streamMutex(),
})
projectors.done.catch((err: unknown) => {
  log.fatal(
    { err },
    'a projector failed with an error that it cannot recover from; the process ends',
  )
  process.exitCode = 1
  process.kill(process.pid, 'SIGTERM')
})
closeFirst(() => projectors.stop())
closeFirst(() => app.close())
await listen(app, { HOST: config.HOST, PORT: config.INTERNAL_PORT })
