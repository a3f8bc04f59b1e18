import { sharedSlots } from '@recado/infra/concurrency/shared-slots'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { clientAddress } from '@recado/infra/http/bounds/client-address'
import { unavailable } from '@recado/infra/http/http-problem'
import { whenClosed } from '@recado/infra/http/request-places'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ServedDeps } from '../deps.ts'

/**
 * Waits for the turn of an answer that needs no key: a document, a page, a file of a page.
 * @throws HttpProblem 503 when it does not come in time
 */
export type OpenAnswers = (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** So many open answers begin in every HOLD_MS: a page with all of its files at once, 160 a second. */
const AT_ONCE = 16
const HOLD_MS = 100
/** How long one may wait, ms. */
const MAX_WAIT_MS = 20_000

/**
 * Turns for open answers, round-robin by address. A few hundred connections that ask for the largest document without
 * pause would otherwise take all of a processor, and fill the system's buffers faster than they read.
 * @param hold calls after HOLD_MS
 */
export function openAnswers(
  { trustedProxies }: { readonly trustedProxies: readonly string[] },
  hold: (call: () => void) => void = (call) => void setTimeout(call, HOLD_MS).unref(),
): OpenAnswers {
  const late = () => unavailable('too many documents are asked for; try again', 5)
  const slots = sharedSlots({ limit: AT_ONCE, waitMs: MAX_WAIT_MS, late })
  const addressOf = clientAddress(trustedProxies)
  return async (request, reply) => {
    const address = addressOf(request.raw) ?? ''
    hold(await slots.take(address, { onceGone: whenClosed(reply) }))
  }
}

/** Makes a route that needs no key wait for the turn of its answer. */
export function inOpenTurn(route: ApiRoute<ServedDeps>): ApiRoute<ServedDeps> {
  if (route.access !== 'anyone') return route
  return {
    ...route,
    handle: async (input, deps) => {
      await deps.openAnswers(input.request, input.reply)
      return route.handle(input, deps)
    },
  }
}
