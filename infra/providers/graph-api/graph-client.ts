import type { Tenant } from '../../concurrency/tenant-shares.ts'
import type { CallResult } from '../call-result.ts'
import { timedCalls } from '../timed-calls.ts'

/** A place for sends, one after the other, to be left. */
export type GraphPlace = {
  /** POSTs JSON to a path below the version. Never throws for errors of the network. */
  post(path: string, token: string, body: object): Promise<CallResult>
  leave(): void
}

export type GraphClient = {
  /** Tenants share the calls at once. @returns null when no place comes free within so many ms */
  take(tenant: Tenant, waitMs: number): Promise<GraphPlace | null>
  close(): Promise<void>
}

/**
 * Address and limits of the Graph API.
 * @property baseUrl without the version, such as `https://graph.facebook.com`
 * @property version such as `v25.0`; below v23 the shapes differ
 * @property timeoutMs for the whole call, to the last byte of the answer
 * @property maxInFlight calls at once; further calls wait for a place
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
  const { take, close } = timedCalls({ baseUrl, connections: limit, timeoutMs })
  const toPost = (path: string, token: string, json: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return { method: 'POST', path: `/${version}${path}`, headers, json, timeoutMs } as const
  }
  return {
    async take(tenant, waitMs) {
      const place = await take(tenant, waitMs)
      if (place === null) return null
      const { call, leave } = place
      return { post: (path, token, json) => call(toPost(path, token, json)), leave }
    },
    close,
  }
}
