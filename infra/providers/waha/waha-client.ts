import { Pool } from 'undici'
import { type FairSlots, fairSlots } from '../../concurrency/fair-slots.ts'
import { answerWithin } from '../../concurrency/with-timeout.ts'
import { answerText } from '../answer-text.ts'
import { type CallResult, failed } from '../call-result.ts'

export type WahaClient = {
  /** Calls a path such as `/api/sendText`. Never throws for errors of the network. */
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object): Promise<CallResult>
  close(): Promise<void>
}

/**
 * Address and limits of a WAHA server.
 * @property apiKey sent as X-Api-Key; null when the server asks for none
 * @property timeoutMs for the whole call, to the last byte of the answer
 * @property connections at most; 64 by default
 * @property waitMs how long a call waits for a connection; 5 s by default
 */
export type WahaClientOptions = {
  readonly baseUrl: string
  readonly apiKey: string | null
  readonly timeoutMs: number
  readonly connections?: number
  readonly waitMs?: number
}

const CONNECT_TIMEOUT_MS = 5_000
const CONNECTIONS = 64
/** A send that waits longer is retried later, instead of counting as lost on its way. */
const LONGEST_WAIT_MS = 5_000
/** A lookup before a send must not use up the time after which the send counts as lost. */
const LOOKUP_TIMEOUT_MS = 10_000

/** Opens the pool; nothing is dialled before the first call. */
export function connectWaha(options: WahaClientOptions): WahaClient {
  const { baseUrl, apiKey, timeoutMs, connections = CONNECTIONS } = options
  const { waitMs = LONGEST_WAIT_MS } = options
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
  const free = fairSlots(connections)
  const call: WahaClient['call'] = async (method, path, body) => {
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
  }
  return {
    async call(...asked) {
      if (!(await isTaken(free, waitMs)))
        return { kind: 'not_sent', cause: new Error('the gateway has too many calls unanswered') }
      return call(...asked).finally(free.release)
    },
    // Calls under way have no outcome yet, and must not lose it.
    close: () => pool.close(),
  }
}

/** Waits for a connection: a call that timed out in the pool's own queue would count as sent, though it never was. */
async function isTaken({ take, release }: FairSlots, withinMs: number): Promise<boolean> {
  const turn = take('')
  if (
    await answerWithin(
      withinMs,
      turn.then(() => true),
    )
  )
    return true
  void turn.then(release)
  return false
}
