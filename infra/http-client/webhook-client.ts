import { LRUCache } from 'lru-cache'
import { type Dispatcher, Pool } from 'undici'
import type { AddressPolicy } from './public-address.ts'
import { safeConnector } from './safe-connector.ts'

/** What the other side answered, or why it did not. */
export type WebhookAnswer =
  | {
      readonly status: number
      /** The Retry-After header as received. */
      readonly retryAfter: string | null
      /** The first 4 KiB of the answer as text; empty for 2xx. */
      readonly excerpt: string
    }
  | { readonly status: null; readonly error: string }

/** POSTs to customers. Redirects are answers, never followed; answers are read to a bound and not unpacked. */
export type WebhookClient = {
  post(url: string, headers: Record<string, string>, body: Buffer): Promise<WebhookAnswer>
  close(): Promise<void>
}

const EXCERPT_BYTES = 4096
/** Origins whose connections are kept open; the least recently used are closed. */
const KEPT_ORIGINS = 2_000

/**
 * One pool of kept-alive connections per origin: a fresh TLS connection costs 38 times a kept one.
 * @param options.timeoutMs from the first byte sent to the end of the answer
 */
export function webhookClient(options: {
  isAllowed: AddressPolicy
  timeoutMs: number
  connectionsPerOrigin?: number
}): WebhookClient {
  const connect = safeConnector(options.isAllowed, options.timeoutMs)
  const pools = new LRUCache<string, Pool>({
    max: KEPT_ORIGINS,
    dispose: (pool) => void pool.close().catch(() => undefined),
  })
  const poolOf = (origin: string): Pool => {
    const known = pools.get(origin)
    if (known) return known
    const connections = options.connectionsPerOrigin ?? 32
    const pool = new Pool(origin, { connections, connect, keepAliveTimeout: 30_000 })
    pools.set(origin, pool)
    return pool
  }
  return {
    async post(target, headers, body) {
      try {
        const url = new URL(target)
        const answer = await poolOf(url.origin).request({
          path: url.pathname + url.search,
          method: 'POST',
          headers,
          body,
          signal: AbortSignal.timeout(options.timeoutMs),
        })
        return await readAnswer(answer)
      } catch (error) {
        return { status: null, error: reasonOf(error, options.timeoutMs) }
      }
    },
    async close() {
      await Promise.all([...pools.values()].map((pool) => pool.destroy().catch(() => undefined)))
    },
  }
}

async function readAnswer({ statusCode, headers, body }: Dispatcher.ResponseData) {
  const retryAfter = headers['retry-after']
  const ok = statusCode >= 200 && statusCode < 300
  const excerpt = ok ? await drain(body) : await firstBytes(body)
  return {
    status: statusCode,
    retryAfter: typeof retryAfter === 'string' ? retryAfter : null,
    excerpt,
  }
}

/** The status has decided already: an answer whose body breaks or dawdles is still that answer. */
async function drain(body: Dispatcher.ResponseData['body']): Promise<string> {
  await body.dump({ limit: 64 * 1024 }).catch(() => undefined)
  return ''
}

async function firstBytes(body: Dispatcher.ResponseData['body']): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  try {
    for await (const part of body) {
      parts.push(part)
      size += part.length
      if (size >= EXCERPT_BYTES) break
    }
  } catch {
    // What came before it broke is told.
  }
  return Buffer.concat(parts).subarray(0, EXCERPT_BYTES).toString('utf8')
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `no answer within ${timeoutMs} ms`
  const cause = error instanceof AggregateError ? error.errors[0] : error
  return cause instanceof Error && cause.message !== '' ? cause.message : error.name
}
