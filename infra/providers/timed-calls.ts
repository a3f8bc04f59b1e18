import { exactText } from '@recado/domain/exact-json'
import { buildConnector, Pool } from 'undici'
import { processTime } from '../concurrency/running-time.ts'
import { withAllowance } from '../http-client/answer-allowance.ts'
import { answerText, MAX_ANSWER_BYTES } from './answer-text.ts'
import { type CallResult, failed } from './call-result.ts'
import { leavesPath, leftPath } from './leaves-path.ts'

export type TimedCall = {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below the path of the base address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly json?: object | undefined
  /** For the whole call, to the last byte of the answer, in running time. */
  readonly timeoutMs: number
}

export type TimedCalls = {
  /** Never throws for errors of the network. */
  call(asked: TimedCall): Promise<CallResult>
  /** Waits for calls under way: they have no outcome yet, and must not lose it. */
  close(): Promise<void>
}

const CONNECT_TIMEOUT_MS = 5_000

/** How long a connection may take to open, for a call that may take `timeoutMs`. */
export function connectTimeoutMs(timeoutMs: number): number {
  return Math.min(CONNECT_TIMEOUT_MS, timeoutMs / 2)
}

/** Opens a pool; nothing is dialled before the first call. Not fetch, which costs eight times as much. */
export function timedCalls(of: {
  readonly baseUrl: string
  readonly connections: number
  readonly timeoutMs: number
}): TimedCalls {
  const { origin, pathname } = new URL(of.baseUrl)
  const prefix = pathname.replace(/\/$/, '')
  const dial = buildConnector({ timeout: connectTimeoutMs(of.timeoutMs) })
  const connect = withAllowance(dial, MAX_ANSWER_BYTES)
  const pool = new Pool(origin, { connections: of.connections, connect })
  return {
    async call({ method, path, headers, json, timeoutMs }) {
      if (leavesPath(path)) return { kind: 'not_sent', cause: leftPath() }
      const body = json === undefined ? null : exactText(json)
      // One timeout for everything; the pool's own timeouts start again with the body.
      const { signal, end } = processTime().timeout(timeoutMs)
      const request = { method, path: `${prefix}${path}`, headers: { ...headers }, body, signal }
      try {
        const answer = await pool.request(request)
        const text = await answerText(answer.body, timeoutMs)
        return { kind: 'answered', answer: { status: answer.statusCode, body: text } }
      } catch (cause) {
        return failed(cause as Error)
      } finally {
        end()
      }
    },
    close: () => pool.close(),
  }
}
