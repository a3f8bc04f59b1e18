import { randomBytes } from 'node:crypto'
import { type Config, readConfig } from '@recado/infra/config'
import type { Ends } from './ends.ts'
import { startStore } from './event-store.ts'
import { testNats } from './nats.ts'
import { testDatabase } from './postgres.ts'
import { startCluster } from './store-cluster.ts'

export const OPERATOR_TOKEN = 'operator-token-of-the-tests'
/** Secret of the app that all test numbers belong to by default. */
export const APP_SECRET = 'app-secret-of-the-tests'
/** A rate limit that only a test which lowers it can reach. */
const PLENTY = '1000000'

/**
 * Starts empty servers for one product; the log only when the settings name none. With `RECADO_STORE=hostile` in the
 * environment the event store loses answers, repeats itself and is slow; with `cluster` it has three nodes.
 * @returns the settings that lead to the servers
 */
export async function startServers(
  settings: Readonly<Record<string, string>>,
  ends: Ends,
): Promise<Config> {
  const [store, nats, database, vault] = await Promise.all([
    settings.EVENTSTORE_URL === undefined
      ? kept(ends, startLog(), (server) => server.stop())
      : { url: settings.EVENTSTORE_URL },
    kept(ends, testNats(), (server) => server.stop()),
    kept(ends, testDatabase('recado'), (made) => made.drop()),
    kept(ends, testDatabase('vault'), (made) => made.drop()),
  ])
  return readConfig({
    EVENTSTORE_URL: store.url,
    NATS_URL: nats.url,
    DATABASE_URL: database.url,
    VAULT_URL: vault.url,
    VAULT_KEY: randomBytes(32).toString('base64'),
    OPERATOR_TOKEN,
    WHATSAPP_APP_SECRET: APP_SECRET,
    RATE_LIMIT_BASIC: PLENTY,
    RATE_LIMIT_OFFICIAL: PLENTY,
    RATE_LIMIT_AGENCY: PLENTY,
    HOOK_EVENTS_PER_SECOND: PLENTY,
    READ_YOUR_WRITES_MS: '10000',
    // Nothing listens there: a test that needs a provider sets its own address.
    GRAPH_API_URL: 'http://127.0.0.1:9',
    // The webhook endpoints of the tests listen on loopback.
    WEBHOOK_ALLOWED_SUBNETS: '127.0.0.0/8,::1/128',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    ...settings,
  })
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
