import type { IncomingHttpHeaders } from 'node:http'

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

/** An empty log that keeps the newest `keep` to twice `keep` requests. */
export function newRequestLog(keep: number): RequestLog {
  let requests: ReceivedRequest[] = []
  let total = 0
  return {
    add(request) {
      total += 1
      const received = { number: total, at: new Date().toISOString(), ...request, answer: null }
      requests.push(received)
      if (requests.length > 2 * keep) requests = requests.slice(-keep)
      return received
    },
    list: () => requests,
    total: () => total,
    clear() {
      requests = []
      total = 0
    },
  }
}
