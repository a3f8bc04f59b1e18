import type { CallResult } from '../call-result.ts'
import { timedCalls } from '../timed-calls.ts'

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

const MAX_IN_FLIGHT = 256

export function connectGraphApi(options: GraphClientOptions): GraphClient {
  const { baseUrl, version, timeoutMs, maxInFlight: limit = MAX_IN_FLIGHT } = options
  const { call, close } = timedCalls({ baseUrl, connections: limit, timeoutMs })
  let inFlight = 0
  return {
    async post(path, token, json) {
      if (inFlight >= limit)
        return { kind: 'not_sent', cause: new Error('too many calls in flight') }
      inFlight += 1
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const asked = {
        method: 'POST',
        path: `/${version}${path}`,
        headers,
        json,
        timeoutMs,
      } as const
      return call(asked).finally(() => {
        inFlight -= 1
      })
    },
    close,
  }
}
