import { openApiServices, openServices } from '@recado/application/services'
import type { CommandDeps } from '@recado/command-api/deps'
import { openCommandDeps } from '@recado/command-api/open-deps'
import type { Config } from '@recado/infra/config'
import { DEADLINES } from '@recado/infra/deadlines'
import { publishedRoutes, readDashboardOpenapi, readOpenapi } from '@recado/infra/http/openapi-file'
import { readSchemas } from '@recado/infra/http/schemas-file'
import { servingDeps } from '@recado/infra/http/serving-deps'
import { openPasswords } from '@recado/infra/http/sign-in/password-hash'
import { createLogger } from '@recado/infra/logger'
import type { Nats } from '@recado/infra/nats/connect'
import type { Provider } from '@recado/infra/providers/provider'
import { PROVIDERS } from '@recado/infra/providers/providers'
import { migrateVault } from '@recado/infra/vault/postgres-vault'
import { startProjectors } from '@recado/projectors/projectors'
import type { DispatchTimes } from '@recado/projectors/webhooks/dispatcher/dispatch-times'
import type { QueryDeps } from '@recado/query-api/deps'
import type { DestinationStream } from 'pino'
import { closing, type Ends } from './ends.ts'
import { holdToDocuments, type Seen } from './held-to-documents.ts'
import { NOWHERE } from './product-servers.ts'

/** A thousandth of the product's: `test/infra/http/sign-in/password-hash.test.ts` has that one. */
const CHEAP_HASH = { ln: 6, r: 8, p: 1 }

/** The dependencies of all parts of the product in a test: configuration, stores and NATS. */
export type ProductCore = {
  readonly config: Config
  readonly deps: CommandDeps & QueryDeps
  readonly nats: Nats
  /** The channels on which it has published. */
  readonly published: Seen
}

/** Options beside the settings. */
export type CoreOptions = {
  /** Overrides of the dispatcher's times. */
  readonly dispatchTimes?: Partial<DispatchTimes>
  /** The providers; by default those of the product. */
  readonly providers?: ReadonlyMap<string, Provider>
  /** The test tampers with the log on purpose, so its facts are not held to docs/asyncapi.json. */
  readonly tampersWithLog?: true
  /** How far the read models are behind, ms, in place of what they announce. */
  readonly lag?: () => number
  /** Where log lines go; by default standard output. */
  readonly logTo?: DestinationStream
}

/** Most tests need no provider, so where none listens each number counts as one that it knows. */
const acceptingNumbers: ReadonlyMap<string, Provider> = new Map(
  [...PROVIDERS].map(([type, provider]) => {
    const open: Provider['open'] = (world) => {
      const calls = provider.open(world)
      const accept = async () => ({ kind: 'ok', value: [] }) as const
      return type === 'official' ? { ...calls, readNumber: accept } : calls
    }
    return [type, { ...provider, open }]
  }),
)

/** Connects to the servers and starts all that follows the log, such as the projector, intake and the dispatcher. */
export async function openCore(
  config: Config,
  { dispatchTimes = {}, providers, tampersWithLog, lag, logTo }: CoreOptions,
  ends: Ends,
): Promise<ProductCore> {
  const log = createLogger('test', config.LOG_LEVEL, logTo)
  const services = openServices(
    { config, log, name: 'test', closeFirst: closing(ends) },
    { answerMs: DEADLINES.request },
    providers ?? (config.GRAPH_API_URL === NOWHERE ? acceptingNumbers : undefined),
  )
  const { pool, nats } = services
  await migrateVault(config.VAULT_URL)
  const openapi = await readOpenapi(config.PUBLIC_URL)
  const dashboardOpenapi = await readDashboardOpenapi(config.PUBLIC_URL)
  const serving = {
    ...servingDeps(config, pool),
    elsewhere: publishedRoutes(openapi, dashboardOpenapi),
    checkReplies: true,
    simulators: null,
  }
  const api = await openApiServices(services)
  const readModels = lag === undefined ? api.readModels : { ...api.readModels, lag }
  const deps = {
    ...openCommandDeps({ ...api, readModels }, serving),
    ...{ openapi, dashboardOpenapi },
    passwords: openPasswords(CHEAP_HASH),
    schemas: await readSchemas(),
    page: null,
  }
  const held = { store: tampersWithLog ? null : deps.store, nats, masterKey: config.VAULT_KEY }
  const published = await holdToDocuments(held, ends)
  const projectors = startProjectors({ ...deps, nats, dispatchTimes })
  ends.push(() => projectors.stop())
  return { config, deps, nats, published }
}
