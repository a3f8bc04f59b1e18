import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AtWork } from '../concurrency/at-work.ts'
import { type OnceGone, type SharedSlots, slotsWith } from '../concurrency/shared-slots.ts'
import { sharesBeside } from '../concurrency/shares-beside.ts'
import type { Tenant } from '../concurrency/tenant-shares.ts'
import { CountedRequest } from './bounds/counted-request.ts'
import { unavailable } from './http-problem.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Among the requests under way, while a route handles it; null without an account. */
    place: Place | null
  }
}

/** A request's place among those under way in this process. */
export type Place = {
  /** Waits for another server without holding the place, and continues at once afterwards. */
  aside<T>(wait: () => Promise<T>): Promise<T>
  leave(): void
}

/** What a request costs while it waits for its place, and when its client has gone. */
export type Arrived = { readonly bytes: number; readonly onceGone: OnceGone }

/** The places of the requests under way in a process, which accounts share, and the callers of each account. */
export type RequestPlaces = {
  /** Waits for a place. @throws HttpProblem 503 when too many wait, or none comes free in time: nothing was done */
  enter(tenant: Tenant, arrived: Arrived): Promise<Place>
}

/** Beside others, an account has the share that it would have if so many accounts were busy: its work slows everybody. */
const MIN_SHARERS = 9

/** How long a request waits for its place, ms. A client that disconnects earlier removes its request from the queue. */
const MAX_WAIT_MS = 20_000
/** What may wait of one account: requests, and bytes of their bodies. */
const MAX_WAITING = 1_000
const MAX_BYTES = 16 * 1024 * 1024

/** @param atOnce places of the process; an account that is alone has three quarters of them */
export function requestPlaces(
  atOnce: number,
  atWork: Pick<AtWork, 'isAlone'>,
  waitMs = MAX_WAIT_MS,
): RequestPlaces {
  const shares = sharesBeside(atOnce, MIN_SHARERS, atWork)
  // The shares bound what is under way: a request that goes on after a wait may exceed the places.
  const limit = Number.POSITIVE_INFINITY
  const slots = slotsWith({ limit, waitMs, late: tooManyRequests }, shares)
  const waiting = waitingRequests()
  return {
    async enter(tenant, { bytes, onceGone }) {
      const over = waiting.begin(tenant.account_id, bytes)
      try {
        return placeIn(slots, tenant, await slots.take(tenant, { onceGone }))
      } finally {
        over()
      }
    },
  }
}

/** 503 and not 429, which says that a key's limit is used up. */
function tooManyRequests() {
  return unavailable('too many requests of this account are under way; send fewer at a time', 1)
}

function placeIn(slots: SharedSlots<Tenant>, tenant: Tenant, taken: () => void): Place {
  let give = taken
  let waits = 0
  let isOver = false
  return {
    async aside(wait) {
      waits += 1
      give()
      try {
        return await wait()
      } finally {
        waits -= 1
        if (waits === 0 && !isOver) give = slots.retake(tenant)
      }
    },
    leave() {
      isOver = true
      give()
    },
  }
}

type Waiting = { requests: number; bytes: number }

/** Counts what waits, by account. */
function waitingRequests() {
  const byAccount = new Map<string, Waiting>()
  return {
    /** @returns counts the request no more @throws HttpProblem 503 when too much waits of the account */
    begin(accountId: string, bytes: number): () => void {
      const own = byAccount.get(accountId) ?? { requests: 0, bytes: 0 }
      if (own.requests >= MAX_WAITING || own.bytes > MAX_BYTES) throw tooManyRequests()
      own.requests += 1
      own.bytes += bytes
      byAccount.set(accountId, own)
      return () => {
        own.requests -= 1
        own.bytes -= bytes
        if (own.requests === 0) byAccount.delete(accountId)
      }
    },
  }
}

/** Handles a request of an account in its place. */
export async function handleInPlace<T>(
  places: RequestPlaces,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: () => Promise<T>,
): Promise<T> {
  if (request.caller === null) return handle()
  const tenant = tenantOf(request)
  const arrived = { bytes: bodyBytes(request), onceGone: whenClosed(reply) }
  const place = await places.enter(tenant, arrived)
  request.place = place
  try {
    return await handle()
  } finally {
    place.leave()
  }
}

/** The account of the caller, and its key or session. @throws when the request has no caller */
export function tenantOf({ caller }: Pick<FastifyRequest, 'caller'>): Tenant {
  if (caller === null) throw new Error('a request without a caller has no tenant')
  return { account_id: caller.account.id, id: caller.limitKey }
}

/** Bytes of the body that the request holds. */
function bodyBytes({ raw }: FastifyRequest): number {
  return raw instanceof CountedRequest ? raw.bytes : 0
}

/** Calls once when the client has disconnected, or has its answer. */
export function whenClosed({ raw }: FastifyReply): OnceGone {
  return (call) => {
    if (raw.destroyed) call()
    else raw.once('close', call)
    return () => raw.off('close', call)
  }
}

/** Waits for others, such as a provider, without counting among the requests under way. */
export function aside<T>(
  { request }: { readonly request: Pick<FastifyRequest, 'place'> },
  wait: () => Promise<T>,
): Promise<T> {
  return request.place === null ? wait() : request.place.aside(wait)
}
