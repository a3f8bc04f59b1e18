import { LRUCache } from 'lru-cache'
import { Pool } from 'undici'
import { processTime } from '../concurrency/running-time.ts'
import { limitAnswers } from './limit-answers.ts'
import type { AddressPolicy } from './public-address.ts'
import type { ResolveName } from './resolve-name.ts'
import { safeConnector } from './safe-connector.ts'
import { describeFailure } from './unanswered.ts'
import { answerReader, type WebhookAnswer } from './webhook-answer.ts'

export type WebhookPost = {
  /** Two webhooks never share connections, even at the same origin, so neither waits for the other. */
  readonly owner: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

/** POSTs to customers. Does not follow redirects or decompress answers, and reads answers to a bound. */
export type WebhookClient = {
  /** Never throws: a failure is an answer without a status. */
  post(post: WebhookPost): Promise<WebhookAnswer>
  close(): Promise<void>
}

/** Webhooks with open connections; beyond that every POST dials. Below the 8,192 descriptors promised to a process. */
const MAX_POOLS = 6_000
const MAX_CONNECTIONS = 32
const KEEP_ALIVE_MS = 30_000
const MAX_DIAL_MS = 5_000

type Target = { readonly pool: Pool; readonly path: string }

/** The longest attempt, ms: dialling, then from writing the request to the end of the answer. */
export function maxAttemptMs(timeoutMs: number): number {
  return dialMs(timeoutMs) + timeoutMs
}

/** Keeps connections open: a new TLS connection costs 38 times a kept one. @param options.timeoutMs as answerReader */
export function webhookClient(options: {
  isAllowed: AddressPolicy
  timeoutMs: number
  names?: ResolveName
}): WebhookClient {
  const { isAllowed, timeoutMs, names } = options
  const connect = limitAnswers(safeConnector(isAllowed, dialMs(timeoutMs), names))
  const targets = new LRUCache<string, Target>({
    max: MAX_POOLS,
    dispose: ({ pool }) => void pool.close().catch(() => undefined),
  })
  const targetOf = (owner: string, url: string): Target => {
    const key = keyOf(owner, url)
    const known = targets.get(key)
    if (known) return known
    const { origin, pathname, search } = new URL(url)
    const settings = { connections: MAX_CONNECTIONS, connect, keepAliveTimeout: KEEP_ALIVE_MS }
    // answerReader has its own timeout, which begins when the request is written.
    const pool = new Pool(origin, { ...settings, headersTimeout: 0, bodyTimeout: 0 })
    const target = { pool, path: pathname + search }
    targets.set(key, target)
    return target
  }
  /** Drops the pool of a dead endpoint, which would otherwise displace one whose connections are worth keeping. */
  const leave = (owner: string, url: string) => {
    const stats = targets.peek(keyOf(owner, url))?.pool.stats
    if (stats?.connected === 0 && stats.size === 0) targets.delete(keyOf(owner, url))
  }
  return {
    post: ({ owner, url, headers, body }) =>
      new Promise((resolve) => {
        const done = (answer: WebhookAnswer) => {
          resolve(answer)
          if (answer.status === null) setImmediate(leave, owner, url)
        }
        try {
          const { pool, path } = targetOf(owner, url)
          pool.dispatch(
            { path, method: 'POST', headers, body },
            answerReader(timeoutMs, done, processTime()),
          )
        } catch (error) {
          resolve(describeFailure(error))
        }
      }),
    async close() {
      const ended = [...targets.values()].map(({ pool }) => pool.destroy())
      await Promise.allSettled(ended)
    },
  }
}

function keyOf(owner: string, url: string): string {
  return `${owner} ${url}`
}

function dialMs(timeoutMs: number): number {
  return Math.min(MAX_DIAL_MS, Math.ceil(timeoutMs / 3))
}
