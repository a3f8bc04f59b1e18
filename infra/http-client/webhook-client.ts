import { LRUCache } from 'lru-cache'
import { Pool } from 'undici'
import { withAllowance } from './answer-allowance.ts'
import type { AddressPolicy } from './public-address.ts'
import { safeConnector } from './safe-connector.ts'
import { answerReader, reasonOf, type WebhookAnswer } from './webhook-answer.ts'

/** One POST to a customer. */
export type WebhookPost = {
  /** Whose connections are used: two webhooks never wait for each other, even at the same origin. */
  readonly owner: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** POSTs to customers. Redirects are answers, never followed; answers are read to a bound and not unpacked. */
export type WebhookClient = {
  /** Never throws. */
  post(post: WebhookPost): Promise<WebhookAnswer>
  close(): Promise<void>
}

/** Webhooks whose connections are kept open; those of the least recently used are closed. */
const KEPT_POOLS = 2_000
const CONNECTIONS = 32
const KEEP_ALIVE_MS = 30_000
const LONGEST_DIAL_MS = 5_000

/** How long an attempt may take, ms: dialling, and from the request being written to the end of the answer. */
export function longestAttempt(timeoutMs: number): number {
  return dialMs(timeoutMs) + timeoutMs
}

/**
 * Kept-alive connections of each webhook: a fresh TLS connection costs 38 times a kept one.
 * @param options.timeoutMs from the request being written to the end of the answer
 */
export function webhookClient(options: {
  isAllowed: AddressPolicy
  timeoutMs: number
}): WebhookClient {
  const { timeoutMs } = options
  const connect = withAllowance(safeConnector(options.isAllowed, dialMs(timeoutMs)))
  const pools = new LRUCache<string, Pool>({
    max: KEPT_POOLS,
    dispose: (pool) => void pool.close().catch(() => undefined),
  })
  const poolOf = (owner: string, origin: string): Pool => {
    const key = `${owner} ${origin}`
    const known = pools.get(key)
    if (known) return known
    const settings = { connections: CONNECTIONS, connect, keepAliveTimeout: KEEP_ALIVE_MS }
    // The answer's reader has its own bound in time, which begins when the request is written.
    const pool = new Pool(origin, { ...settings, headersTimeout: 0, bodyTimeout: 0 })
    pools.set(key, pool)
    return pool
  }
  return {
    post: ({ owner, url, headers, body }) =>
      new Promise((resolve) => {
        try {
          const { origin, pathname, search } = new URL(url)
          const request = { path: pathname + search, method: 'POST' as const, headers, body }
          poolOf(owner, origin).dispatch(request, answerReader(timeoutMs, resolve))
        } catch (error) {
          resolve({ status: null, error: reasonOf(error) })
        }
      }),
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy().catch(() => undefined)))
    },
  }
}

function dialMs(timeoutMs: number): number {
  return Math.min(LONGEST_DIAL_MS, Math.ceil(timeoutMs / 3))
}
