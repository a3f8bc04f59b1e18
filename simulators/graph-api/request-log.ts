import type { IncomingHttpHeaders } from 'node:http'
import { newest } from '../newest.ts'

/** One request to the simulated API, exactly as received, and its answer. */
export type ReceivedRequest = {
  number: number
  at: string
  method: string
  url: string
  headers: IncomingHttpHeaders
  /** Exact text of the body; only the size of an upload. */
  body: string
  /** Null while the answer is pending, or when the connection was cut or left hanging. */
  answer: { status: number; body: unknown } | null
}

/** The newest requests, for tests and for inspection. */
export type RequestLog = {
  add(request: Omit<ReceivedRequest, 'number' | 'at' | 'answer'>): ReceivedRequest
  list(): readonly ReceivedRequest[]
  /** The number of requests, including those no longer kept. */
  total(): number
  clear(): void
}

export function newRequestLog(keep: number): RequestLog {
  const { add, ...requests } = newest<ReceivedRequest>(keep)
  return {
    ...requests,
    add(request) {
      const number = requests.total() + 1
      const received = { number, at: new Date().toISOString(), ...request, answer: null }
      add(received)
      return received
    },
  }
}
