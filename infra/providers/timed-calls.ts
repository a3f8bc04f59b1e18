import { exactText } from '@recado/domain/exact-json'
import { buildConnector, Pool } from 'undici'
import { processTime } from '../concurrency/running-time.ts'
import { slotsWith } from '../concurrency/shared-slots.ts'
import { type Tenant, tenantShares } from '../concurrency/tenant-shares.ts'
import { limitAnswers } from '../http-client/limit-answers.ts'
import { answerText, MAX_ANSWER_BYTES } from './answer-text.ts'
import { type CallResult, failedCall } from './call-result.ts'
import { leavesPath, pathError } from './leaves-path.ts'

export type TimedCall = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the path of the base address. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly json?: object | undefined
  /** For the whole call, to the last byte of the answer, in running time. */
  readonly timeoutMs: number
}

/** A place among the calls under way, for one call after the other. */
export type Place = {
  /** Never throws for errors of the network. */
  call(asked: TimedCall): Promise<CallResult>
  /** Gives the place back, once however often it is called. */
  leave(): void
}

/** Calls that tenants share: each needs a place, and whoever has most under way waits first. */
export type TimedCalls = {
  /** @returns null when none comes free within so many ms: nothing was called. Not to be taken for a time-out */
  take(tenant: Tenant, waitMs: number): Promise<Place | null>
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
  const connect = limitAnswers(dial, MAX_ANSWER_BYTES)
  const pool = new Pool(origin, { connections: of.connections, connect })
  const places = providerPlaces(of.connections)
  const call = async (asked: TimedCall): Promise<CallResult> =>
    leavesPath(asked.path)
      ? { kind: 'not_sent', cause: pathError() }
      : callOnce(pool, { ...asked, path: `${prefix}${asked.path}` })
  return {
    async take(tenant, waitMs) {
      const leave = await places.take(tenant, waitMs)
      return leave && { call, leave }
    },
    close: () => pool.close(),
  }
}

/** Places for calls to a provider, shared among accounts and their connections. */
export type ProviderPlaces = {
  /** @returns gives the place back, once however often it is called; null when none comes free within so many ms */
  take(tenant: Tenant, waitMs: number): Promise<(() => void) | null>
}

export function providerPlaces(limit: number): ProviderPlaces {
  const late = new Error('no place came free in time')
  const slots = slotsWith({ limit, late: () => late }, tenantShares(limit))
  return {
    take: (tenant, waitMs) =>
      slots.take(tenant, { waitMs }).catch((error: unknown) => {
        if (error === late) return null
        throw error
      }),
  }
}

async function callOnce(pool: Pool, asked: TimedCall): Promise<CallResult> {
  const { method, path, headers, json, timeoutMs } = asked
  const body = json === undefined ? null : exactText(json)
  // One timeout for everything; the pool's own timeouts start again with the body.
  const { signal, end } = processTime().timeout(timeoutMs)
  try {
    const answer = await pool.request({ method, path, headers: { ...headers }, body, signal })
    const text = await answerText(answer.body, timeoutMs)
    return { kind: 'answered', answer: { status: answer.statusCode, body: text } }
  } catch (cause) {
    return failedCall(cause as Error)
  } finally {
    end()
  }
}
