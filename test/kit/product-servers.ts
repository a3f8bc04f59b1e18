import { randomBytes } from 'node:crypto'
import { type Config, readConfig } from '@recado/infra/config'
import type { Ends } from './ends.ts'
import { startStore } from './event-store.ts'
import { testNats } from './nats.ts'
import { testDatabase } from './postgres.ts'
import { startCluster } from './store-cluster.ts'

export const OPERATOR_TOKEN = 'operator-token-of-the-tests'
/** Of the app that all numbers belong to unless told otherwise. */
export const APP_SECRET = 'app-secret-of-the-tests'
/** Few tests are about the rate limit, and the others must not meet it. */
const PLENTY = '1000000'

/**
 * Starts empty servers for one product, a log only where the settings name none. `RECADO_STORE=hostile` in the
 * environment gives it an event store that loses answers, repeats itself and is slow, `cluster` one of three nodes.
 * @returns the settings that lead to them
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
    // Nothing listens there: a test that needs a provider brings its own.
    GRAPH_API_URL: 'http://127.0.0.1:9',
    // Receivers of the tests listen on loopback.
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

/** Remembers how to end something as soon as it stands, also when something beside it fails. */
async function kept<T>(
  ends: Ends,
  starting: Promise<T>,
  end: (started: T) => Promise<unknown>,
): Promise<T> {
  const started = await starting
  ends.push(() => end(started))
  return started
}
