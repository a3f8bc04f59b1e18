import { Pool } from 'undici'
import { answerText } from '../answer-text.ts'
import { type Answer, type CallResult, failed } from '../call-result.ts'

export type GraphClient = {
  /** POSTs JSON to a path below the version. Never throws for errors of the network. */
  post(path: string, token: string, body: object): Promise<CallResult>
  close(): Promise<void>
}

/**
 * Address and limits of the Graph API.
 * @property baseUrl without the version, such as `https://graph.facebook.com`
 * @property version such as `v25.0`; below v23 the shapes differ
 * @property timeoutMs for the whole call, to the last byte of the answer
 * @property maxInFlight calls at once; further calls are refused unsent
 */
export type GraphClientOptions = {
  readonly baseUrl: string
  readonly version: string
  readonly timeoutMs: number
  readonly maxInFlight?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const MAX_IN_FLIGHT = 256

/** Opens the pool; nothing is dialled before the first call. Not fetch, which costs eight times as much. */
export function connectGraphApi(options: GraphClientOptions): GraphClient {
  const base = new URL(options.baseUrl)
  const limit = options.maxInFlight ?? MAX_IN_FLIGHT
  const prefix = `${base.pathname.replace(/\/$/, '')}/${options.version}`
  let inFlight = 0
  const pool = new Pool(base.origin, {
    connections: limit,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, options.timeoutMs / 2) },
  })
  return {
    async post(path, token, body) {
      if (inFlight >= limit)
        return { kind: 'not_sent', cause: new Error('too many calls in flight') }
      inFlight += 1
      try {
        return {
          kind: 'answered',
          answer: await call(pool, `${prefix}${path}`, token, body, options),
        }
      } catch (cause) {
        return failed(cause as Error)
      } finally {
        inFlight -= 1
      }
    },
    // Calls under way have no outcome yet, and must not lose it.
    close: () => pool.close(),
  }
}

async function call(
  pool: Pool,
  path: string,
  token: string,
  body: object,
  { timeoutMs }: GraphClientOptions,
): Promise<Answer> {
  const answer = await pool.request({
    method: 'POST',
    path,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    // One timeout for everything; the pool's own timeouts start again with the body.
    signal: AbortSignal.timeout(timeoutMs),
  })
  return { status: answer.statusCode, body: await answerText(answer.body, timeoutMs) }
}
