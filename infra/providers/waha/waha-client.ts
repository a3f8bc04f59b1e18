import { Pool } from 'undici'
import { answerText } from '../answer-text.ts'
import { type CallResult, failed } from '../call-result.ts'

/** Calls of a WAHA server over kept-alive connections. */
export type WahaClient = {
  /** Calls a path such as `/api/sendText`. Never throws for what the network does. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<CallResult>
  close(): Promise<void>
}

/**
 * Where WAHA is and how long it may take.
 * @property apiKey goes as X-Api-Key; null when the server asks for none
 * @property timeoutMs for the whole call, to the last byte of the answer
 * @property connections at most, 64 unless told
 */
export type WahaClientOptions = {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly timeoutMs: number
  readonly connections?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const CONNECTIONS = 64
/** A question before a send must not use up the time after which the send counts as lost. */
const LOOKUP_TIMEOUT_MS = 10_000

/** Opens the pool; nothing is dialled before the first call. */
export function connectWaha(options: WahaClientOptions): WahaClient {
  const { baseUrl, apiKey, timeoutMs, connections = CONNECTIONS } = options
  const base = new URL(baseUrl)
  const prefix = base.pathname.replace(/\/$/, '')
  const pool = new Pool(base.origin, {
    connections,
    connect: { timeout: Math.min(CONNECT_TIMEOUT_MS, timeoutMs / 2) },
  })
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
  }
  return {
    async call(method, path, body) {
      const limit = method === 'GET' ? Math.min(timeoutMs, LOOKUP_TIMEOUT_MS) : timeoutMs
      const signal = AbortSignal.timeout(limit)
      const text = body === undefined ? null : JSON.stringify(body)
      const request = { method, path: `${prefix}${path}`, headers, body: text, signal }
      try {
        const { statusCode: status, body: answer } = await pool.request(request)
        return { kind: 'answered', answer: { status, body: await answerText(answer, limit) } }
      } catch (cause) {
        return failed(cause as Error)
      }
    },
    // Calls under way have no outcome yet and must not lose it.
    close: () => pool.close(),
  }
}
