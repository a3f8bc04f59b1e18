import type { Tenant } from '../../concurrency/tenant-shares.ts'
import type { CallResult } from '../call-result.ts'
import { timedCalls } from '../timed-calls.ts'

export type WahaCalls = {
  /** Calls a path such as `/api/sendText`. Never throws for errors of the network. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<CallResult>
}

/** A place for calls, one after the other, to be left. */
export type WahaPlace = WahaCalls & { leave(): void }

/** Tenants share the calls at once. */
export type WahaClient = {
  /** The calls of a tenant. Each waits for a place of its own; one that finds none in time was not sent. */
  of(tenant: Tenant): WahaCalls
  /** @returns null when no place comes free within so many ms */
  take(tenant: Tenant, waitMs: number): Promise<WahaPlace | null>
  close(): Promise<void>
}

/**
 * Address and limits of a WAHA server.
 * @property apiKey gives what is sent as X-Api-Key; null when the server asks for none. Nothing is sent when it throws
 * @property timeoutMs for the whole call, to the last byte of the answer
 * @property connections at most; 64 by default
 * @property waitMs how long a call outside of a place waits for one; 5 s by default
 */
export type WahaClientOptions = {
  readonly baseUrl: string
  readonly apiKey: () => Promise<string | null>
  readonly timeoutMs: number
  readonly connections?: number
  readonly waitMs?: number
}

const DEFAULT_CONNECTIONS = 64
const MAX_WAIT_MS = 5_000
/** A lookup before a send must not use up the time after which the send counts as lost. */
const LOOKUP_TIMEOUT_MS = 10_000

const NO_PLACE: CallResult = {
  kind: 'not_sent',
  cause: new Error('too many calls to the gateway are unanswered'),
}

export function connectWaha(options: WahaClientOptions): WahaClient {
  const { baseUrl, apiKey, timeoutMs, connections = DEFAULT_CONNECTIONS } = options
  const { waitMs = MAX_WAIT_MS } = options
  const { take, close } = timedCalls({ baseUrl, connections, timeoutMs })
  const placeFor = async (tenant: Tenant, withinMs: number): Promise<WahaPlace | null> => {
    const place = await take(tenant, withinMs)
    if (place === null) return null
    const { call, leave } = place
    return {
      async call(method, path, json) {
        const limit = method === 'GET' ? Math.min(timeoutMs, LOOKUP_TIMEOUT_MS) : timeoutMs
        const headers = await headersWith(apiKey)
        if (headers instanceof Error) return { kind: 'not_sent', cause: headers }
        return call({ method, path, headers, json, timeoutMs: limit })
      },
      leave,
    }
  }
  return {
    of: (tenant) => ({
      async call(...asked) {
        const place = await placeFor(tenant, waitMs)
        return place === null ? NO_PLACE : place.call(...asked).finally(place.leave)
      },
    }),
    take: placeFor,
    close,
  }
}

/** @returns the error of the vault while it does not give the key */
async function headersWith(apiKey: WahaClientOptions['apiKey']) {
  const headers = { accept: 'application/json', 'content-type': 'application/json' }
  try {
    const key = await apiKey()
    return key === null ? headers : { ...headers, 'x-api-key': key }
  } catch (error) {
    return error as Error
  }
}
