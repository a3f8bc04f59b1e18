import { sharedSlots } from '../../concurrency/shared-slots.ts'
import type { CallResult } from '../call-result.ts'
import { timedCalls } from '../timed-calls.ts'

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

const CONNECTIONS = 64
/** A send that waits longer is retried later, instead of counting as lost on its way. */
const LONGEST_WAIT_MS = 5_000
/** A lookup before a send must not use up the time after which the send counts as lost. */
const LOOKUP_TIMEOUT_MS = 10_000

export function connectWaha(options: WahaClientOptions): WahaClient {
  const { baseUrl, apiKey, timeoutMs, connections = CONNECTIONS } = options
  const { waitMs = LONGEST_WAIT_MS } = options
  const { call, close } = timedCalls({ baseUrl, connections, timeoutMs })
  const headers = {
    accept: 'application/json',
    'content-type': 'application/json',
    ...(apiKey === null ? {} : { 'x-api-key': apiKey }),
  }
  // A call that timed out in the pool's own queue would count as sent, though it never was.
  const late = () => new Error('the gateway has too many calls unanswered')
  const slots = sharedSlots({ limit: connections, waitMs, late })
  return {
    call(method, path, json) {
      const limit = method === 'GET' ? Math.min(timeoutMs, LOOKUP_TIMEOUT_MS) : timeoutMs
      const asked = { method, path, headers, json, timeoutMs: limit }
      return slots
        .run('', () => call(asked))
        .catch((cause: Error) => ({ kind: 'not_sent', cause }) as const)
    },
    close,
  }
}
