import { randomBytes } from 'node:crypto'
import { type Config, readConfig } from '@recado/infra/config'
import { type Ends, endAll } from './ends.ts'
import { startStore } from './event-store.ts'
import { testNats } from './nats.ts'
import { testDatabase } from './postgres.ts'
import { startCluster } from './store-cluster.ts'

export const OPERATOR_TOKEN = 'operator-token-of-the-tests'
/** Secret of the app that all test numbers belong to by default. */
export const APP_SECRET = 'app-secret-of-the-tests'
/** Secret with which gateways sign, for connections that have none of their own. */
export const WAHA_KEY = 'hook-key-of-the-tests'
/** Nothing listens there: a test that needs a provider sets its own address. */
export const NOWHERE = 'http://127.0.0.1:9'
/** A rate limit that only a test which lowers it can reach. */
const PLENTY = '1000000'

/** The addresses of servers, and the key of their vault. */
type Servers = Readonly<Record<'log' | 'nats' | 'database' | 'vault' | 'vaultKey', string>>

/** Servers that the files of a process use one after the other; null where each product has its own. */
let shared: { readonly servers: () => Promise<Servers>; isFree: boolean } | null = null

/**
 * From now on, products of this process use the same servers one after the other: each finds what earlier ones have
 * left, and uses accounts of its own. A product that runs beside another, or wants empty servers, gets its own.
 * @returns the function that stops the shared servers
 */
export function shareServers(): () => Promise<void> {
  const ends: Ends = []
  let started: Promise<Servers> | null = null
  const servers = () => {
    started ??= emptyServers({}, ends)
    return started
  }
  shared = { servers, isFree: true }
  return () => endAll(ends)
}

/** Whether products of this process use the same servers one after the other. */
export const sharesServers = () => shared !== null

/**
 * Starts servers for one product: empty ones, unless this process shares its servers. The log is started only when the
 * settings name none. With `RECADO_STORE=hostile` in the environment the event store loses answers, repeats itself and
 * is slow; with `cluster` it has three nodes. The numbers of partitions are those of the environment, 1 by default.
 * @param empty the product needs servers that no other product has used
 * @returns the settings that lead to the servers
 */
export async function startServers(
  settings: Readonly<Record<string, string>>,
  ends: Ends,
  empty = false,
): Promise<Config> {
  const { log, nats, database, vault, vaultKey } = await openServers(ends, settings, empty)
  return readConfig({
    EVENTSTORE_URL: log,
    NATS_URL: nats,
    DATABASE_URL: database,
    VAULT_URL: vault,
    VAULT_KEY: vaultKey,
    OPERATOR_TOKEN,
    WHATSAPP_APP_SECRET: APP_SECRET,
    WAHA_HMAC_KEY: WAHA_KEY,
    // Callers may say which address they come from.
    TRUSTED_PROXIES: '127.0.0.1/32',
    RATE_LIMIT_BASIC: PLENTY,
    RATE_LIMIT_OFFICIAL: PLENTY,
    RATE_LIMIT_AGENCY: PLENTY,
    HOOK_EVENTS_PER_SECOND: PLENTY,
    READ_YOUR_WRITES_MS: '10000',
    GRAPH_API_URL: NOWHERE,
    // A test must not depend on the hour in which it runs.
    SELF_AUDIT_HOUR: 'off',
    PROVIDER_TIMEOUT_MS: '10000',
    // The webhook endpoints of the tests listen on loopback.
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8,::1/128',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    PROJECTOR_PARTITIONS: process.env.PROJECTOR_PARTITIONS ?? '1',
    INTAKE_PARTITIONS: process.env.INTAKE_PARTITIONS ?? '1',
    ...settings,
  })
}

/** The servers of `startServers`, without settings that lead to them. */
export async function openServers(
  ends: Ends,
  settings: Readonly<Record<string, string>> = {},
  empty = false,
): Promise<Servers> {
  const common = shared
  const isOwn = empty || settings.EVENTSTORE_URL !== undefined || settings.NATS_URL !== undefined
  if (common === null || !common.isFree || isOwn) return emptyServers(settings, ends)
  common.isFree = false
  ends.push(async () => {
    common.isFree = true
  })
  return common.servers()
}

async function emptyServers(
  settings: Readonly<Record<string, string>>,
  ends: Ends,
): Promise<Servers> {
  const [store, nats, database, vault] = await Promise.all([
    settings.EVENTSTORE_URL === undefined
      ? kept(ends, startLog(), (server) => server.stop())
      : { url: settings.EVENTSTORE_URL },
    kept(ends, testNats(), (server) => server.stop()),
    kept(ends, testDatabase('recado'), (made) => made.drop()),
    kept(ends, testDatabase('vault'), (made) => made.drop()),
  ])
  const vaultKey = randomBytes(32).toString('base64')
  return {
    ...{ log: store.url, nats: nats.url, database: database.url, vault: vault.url },
    vaultKey,
  }
}

function startLog(): Promise<{ url: string; stop(): Promise<void> }> {
  const mode = process.env.RECADO_STORE
  if (mode === 'cluster') return startCluster('log')
  return startStore('log', { mode: mode === 'hostile' ? mode : 'friendly' })
}

/** Registers the clean-up as soon as one server has started, so that it runs even if another one fails to start. */
async function kept<T>(
  ends: Ends,
  starting: Promise<T>,
  end: (started: T) => Promise<unknown>,
): Promise<T> {
  const started = await starting
  ends.push(() => end(started))
  return started
}
