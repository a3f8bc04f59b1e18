import { randomUUID } from 'node:crypto'
import type { Config } from '@recado/infra/config'
import type { Pool } from '@recado/infra/postgres/run'
import { graphApi } from '@recado/infra/providers/graph-api/graph-api'
import { connectGraphApi } from '@recado/infra/providers/graph-api/graph-client'
import { waha } from '@recado/infra/providers/waha/waha'
import { connectWaha, type WahaClient } from '@recado/infra/providers/waha/waha-client'
import type { Vault } from '@recado/infra/vault/vault'
import type { Logger } from 'pino'
import { type BackgroundWork, backgroundWork } from './background-work.ts'
import type { CallDeps, RetryPolicy } from './call-provider.ts'
import { chatLease } from './chat-lease.ts'
import { leaseTurns } from './lease-turns.ts'
import { pacing } from './pacing.ts'

/** What a process sends with. One per process. */
export type Sending = CallDeps & {
  /** Names this run of this process in the claims it makes. */
  readonly run: string
  readonly retryPolicy: RetryPolicy
  readonly background: BackgroundWork
  /** Sends under way in this process, by message id; each promise ends once the outcome is recorded or left to others. */
  readonly running: Map<string, Promise<unknown>>
  /** Aborts when the process is asked to stop. */
  readonly stopping: AbortSignal
  /** From now on, recovery goes on with the sends that wait here. */
  stopWaiting(): void
  /** Lets calls under way end and their outcomes be recorded. */
  close(): Promise<void>
}

/** Messages a second that Meta ordinarily takes of one number. */
const OFFICIAL_PER_SECOND = 80
/** An unofficial number that writes faster risks its ban. */
const FREEMIUM_PER_SECOND = 1
const QUICK_TRIES = 3
const CLOSING_MS = 10_000
/** How much longer than a call a chat stays leased: a call may wait for two slow appends. */
const LEASE_MARGIN_MS = 15_000

/** Opens the way to the providers; nothing is dialled before the first send. */
export function openSending(options: {
  readonly config: Config
  readonly pool: Pool
  readonly vault: Vault
  readonly log: Logger
}): Sending {
  const { config, pool, vault, log } = options
  const graph = connectGraphApi({
    baseUrl: config.GRAPH_API_URL,
    version: config.GRAPH_API_VERSION,
    timeoutMs: config.PROVIDER_TIMEOUT_MS,
  })
  const gateway = openGateway(config)
  const leases = chatLease(pool, config.PROVIDER_TIMEOUT_MS + LEASE_MARGIN_MS)
  const background = backgroundWork((err) => log.warn({ err }, 'an outcome is not recorded yet'))
  const stopping = new AbortController()
  const run = randomUUID()
  log.info({ run }, 'sends that this process claims name this run')
  return {
    run,
    providers: {
      official: { provider: graphApi(graph, vault), perSecond: OFFICIAL_PER_SECOND },
      ...(gateway && {
        freemium: { provider: waha(gateway, leases), perSecond: FREEMIUM_PER_SECOND },
      }),
    },
    pacing: pacing(leaseTurns(pool)),
    retryPolicy: {
      turnMs: config.SEND_WAIT_MS,
      retryMs: config.SEND_RETRY_MS,
      quickTries: QUICK_TRIES,
    },
    background,
    running: new Map(),
    stopping: stopping.signal,
    stopWaiting: () => stopping.abort(),
    async close() {
      stopping.abort()
      await background.close(CLOSING_MS)
      await Promise.all([graph.close(), gateway?.close()])
    },
  }
}

/** The gateway of freemium connections; null where none is configured: then they cannot send. */
export function openGateway(
  config: Pick<Config, 'WAHA_URL' | 'WAHA_API_KEY' | 'PROVIDER_TIMEOUT_MS'>,
): WahaClient | null {
  const { WAHA_URL: baseUrl, WAHA_API_KEY: apiKey, PROVIDER_TIMEOUT_MS: timeoutMs } = config
  return baseUrl === null ? null : connectWaha({ baseUrl, apiKey, timeoutMs })
}
