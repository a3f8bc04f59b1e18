import type { Config } from '@recado/infra/config'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore, Journal } from '@recado/infra/event-store/event-store'
import { connectEventStore } from '@recado/infra/event-store/eventstoredb'
import { traceStore } from '@recado/infra/event-store/trace-store'
import { createLogger, type Logger } from '@recado/infra/logger'
import { type MediaStore, openMediaStore } from '@recado/infra/media-store/media-store'
import { type Metrics, startMetrics } from '@recado/infra/metrics'
import { connectNats, type Nats } from '@recado/infra/nats/connect'
import { BY_INDEX, COMMIT_AT_ONCE, openPool, PLAN_ONCE } from '@recado/infra/postgres/pool'
import { measureProviders } from '@recado/infra/providers/measured-providers'
import type { Provider, Providers } from '@recado/infra/providers/provider'
import { closeProviders, PROVIDERS } from '@recado/infra/providers/providers'
import { followedMetrics, serverMetrics } from '@recado/infra/server-metrics'
import { type CloseFirst, onShutdown } from '@recado/infra/shutdown'
import { startTracing } from '@recado/infra/tracing/start-tracing'
import { openVault } from '@recado/infra/vault/open-vault'
import type { Vault } from '@recado/infra/vault/vault'
import type pg from 'pg'
import { type ErasureWatch, watchErasures } from './contacts/erasure-watch.ts'
import { type LateGateways, lateGateways } from './gateways/known-gateways.ts'
import { openPersonIds } from './open-person-ids.ts'
import type { PersonIds } from './person-ids.ts'
import { openProviders } from './providers/open-providers.ts'
import { type FillingWatch, watchFilling } from './read-models/filling.ts'
import { followReadModels } from './read-models/follow-read-models.ts'
import type { ReadModels } from './read-models/read-models.ts'
import { READ_SCHEMA } from './read-models/schema.ts'
import { openRegistry } from './registry/open-registry.ts'
import type { Registry } from './registry/registry.ts'
import { requireSealedLog } from './require-sealed-log.ts'

/** The parts that every process needs. Each connects on its first use. */
export type Services = {
  readonly config: Config
  readonly log: Logger
  readonly metrics: Metrics
  readonly store: EventStore
  readonly journal: Journal
  /** Connections whose search_path is the schema of the read models. */
  readonly pool: pg.Pool
  readonly vault: Vault
  /** The sealed copies of files; null without MEDIA_STORE. */
  readonly mediaStore: MediaStore | null
  readonly providers: Providers
  /** The gateways that the registry will have; providers look here. */
  readonly gateways: LateGateways
  readonly nats: Nats
  /** Nothing is served or sent before it is open. */
  readonly erasures: ErasureWatch
  /** Registers a part opened later, to be closed before all others. */
  readonly closeFirst: CloseFirst
}

export type ApiServices = Services & {
  readonly registry: Registry
  readonly personIds: PersonIds
  readonly readModels: ReadModels
  readonly filling: FillingWatch
}

export type PoolUse = Pick<
  NonNullable<Parameters<typeof openPool>[1]>,
  'answerMs' | 'dialMs' | 'session' | 'pipeline'
>

/**
 * How each process uses the pool. A request gives up soon; other work waits until no answer can come any more, which a
 * dead connection would show only after a quarter of an hour.
 */
export const POOL_USES = {
  commands: { answerMs: DEADLINES.request, session: { ...BY_INDEX, ...COMMIT_AT_ONCE } },
  queries: {
    answerMs: DEADLINES.request,
    session: { ...PLAN_ONCE, ...COMMIT_AT_ONCE },
    pipeline: true,
  },
  projectors: { answerMs: DEADLINES.statement, session: BY_INDEX },
} as const satisfies Record<string, PoolUse>

/**
 * Opens the services of a process. Call it before the first `await`, so that a signal finds its handler.
 * @param opensFacts false for a process that reads facts without what they say of persons, and appends none
 */
export function startServices(
  config: Config,
  name: string,
  use: PoolUse,
  opensFacts = true,
): Services {
  const log = createLogger(name, config.LOG_LEVEL)
  const closeFirst = onShutdown(log)
  closeFirst(startTracing(config, name, log))
  const services = openServices({ config, log, name, closeFirst, opensFacts }, use)
  // A rejection is left unhandled, so that it ends the process with its reason.
  void services.store.assertNewEnough()
  return services
}

/** Opens the services, to be closed newest first. @param table all of our providers unless given */
export function openServices(
  of: Pick<Services, 'config' | 'log' | 'closeFirst'> & {
    readonly name: string
    readonly opensFacts?: boolean
  },
  use: PoolUse,
  table: ReadonlyMap<string, Provider> = PROVIDERS,
): Services {
  const { config, log, name, closeFirst, opensFacts = true } = of
  const metrics = startMetrics()
  const vault = openVault(config, { watch: (opened) => metrics.watchPool('vault', opened) })
  closeFirst(() => vault.close())
  const keys = opensFacts ? { keys: vault.factKeys } : {}
  const connected = connectEventStore(config.EVENTSTORE_URL, keys)
  const { store, journal } = traceStore(connected)
  closeFirst(() => store.close())
  followedMetrics(metrics.registry, connected.followed)
  const pool = openReadModelsPool({ ...of, metrics }, use)
  const gateways = lateGateways()
  const opened = openProviders({ config, pool, vault, gateways }, table)
  closeFirst(() => closeProviders(opened))
  const providers = measureProviders(opened, metrics.registry)
  const onTrouble = (err: unknown) =>
    log.warn({ err }, 'NATS: work on the connection failed, or a message could not be handled')
  const nats = connectNats(config.NATS_URL, { name, onTrouble })
  closeFirst(() => nats.close())
  serverMetrics(metrics.registry, { store, pool, vault, nats })
  const mediaStore = openMediaStore(config, vault)
  const erasures = watchErasures({ config, store, vault, log })
  closeFirst(() => erasures.close())
  const opens = { store, journal, pool, vault, nats, mediaStore, erasures }
  return { config, log, metrics, ...opens, providers, gateways, closeFirst }
}

/** Opens a pool of connections whose search_path is the schema of the read models. @param name its name in metrics */
export function openReadModelsPool(
  { config, closeFirst, metrics }: Pick<Services, 'config' | 'closeFirst'> & Partial<Services>,
  use: PoolUse,
  name = 'read_models',
): pg.Pool {
  const { DATABASE_URL: url, DATABASE_POOL: max } = config
  const pool = openPool(url, { max, searchPath: READ_SCHEMA, ...use })
  metrics?.watchPool(name, pool)
  closeFirst(() => pool.end())
  return pool
}

/** Opens the registry of a process. When it no longer follows the log, the process ends. */
export async function openServiceRegistry({
  store,
  pool,
  log,
  gateways,
  closeFirst,
}: Pick<Services, 'store' | 'pool' | 'log' | 'gateways' | 'closeFirst'>): Promise<Registry> {
  // A rejection is left unhandled, so that it ends the process with its reason.
  const onEnd = (error: unknown) => void Promise.reject(error)
  log.info('reading accounts, keys and connections')
  const registry = await openRegistry({ store, pool, log, onEnd })
  closeFirst(() => registry.close())
  gateways.followRegistry(registry)
  return registry
}

/**
 * Opens what both APIs need.
 * @param progressPool the pool for queries about the progress of the read models
 * @throws WrongSettings for a log from before facts were sealed
 */
export async function openApiServices(
  services: Services,
  progressPool: pg.Pool = services.pool,
): Promise<ApiServices> {
  const { nats, closeFirst } = services
  const readModels = followReadModels(READ_SCHEMA, progressPool, nats)
  closeFirst(() => readModels.close())
  const filling = watchFilling({ ...services, pool: progressPool })
  await requireSealedLog(services)
  const [personIds, registry] = await Promise.all([
    openPersonIds(services),
    openServiceRegistry(services),
  ])
  return { ...services, personIds, readModels, filling, registry }
}
