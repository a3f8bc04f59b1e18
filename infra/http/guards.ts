import { includesOfficial } from '@recado/domain/account/plan'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AtWork } from '../concurrency/at-work.ts'
import type { Config } from '../config.ts'
import type { AccountEntry } from '../registry-entries.ts'
import type { Access, Caller, RouteDocument } from './api-route.ts'
import { authenticate, authenticateOperator, type KeyRegistry } from './auth.ts'
import { clientAddress } from './bounds/client-address.ts'
import { markAuthorised } from './bounds/mark-authorised.ts'
import { openGuesses } from './guesses.ts'
import { HttpProblem, rateLimited, upgradeRequired } from './http-problem.ts'
import type { KeyUse } from './key-use.ts'
import type { RateLimits } from './rate-limits.ts'
import { addAccountToLog } from './request-log.ts'

/** Requests per minute of one key, by plan. */
export type PlanLimits = Readonly<Record<AccountEntry['plan'], number>>

export function planLimits(
  config: Pick<Config, 'RATE_LIMIT_BASIC' | 'RATE_LIMIT_OFFICIAL' | 'RATE_LIMIT_AGENCY'>,
): PlanLimits {
  return {
    basic: config.RATE_LIMIT_BASIC,
    official: config.RATE_LIMIT_OFFICIAL,
    agency: config.RATE_LIMIT_AGENCY,
  }
}

export type GuardDeps = {
  readonly registry: KeyRegistry
  readonly rateLimits: RateLimits
  readonly planLimits: PlanLimits
  /** Notes when keys were last used; absent where nobody asks for that. */
  readonly keyUse?: KeyUse
  readonly atWork: AtWork
  /** Null when the operator's routes are closed. */
  readonly operatorToken: string | null
  /** Tells clients behind a proxy apart. */
  readonly bounds?: { readonly trustedProxies: readonly string[] }
}

export type Guard = (
  route: RouteDocument,
) => (request: FastifyRequest, reply: FastifyReply) => Promise<void>

/** The guard of API keys, in the contract's order: 401, 429, 403 `forbidden`, 403 `upgrade_required`. */
export function keyGuard(deps: GuardDeps): Guard {
  let gate: ReturnType<typeof operatorGate> | null = null
  return (route) => async (request, reply) => {
    const { authorization } = request.headers
    if (route.access === 'anyone') return
    if (route.access === 'operator') {
      gate ??= operatorGate(deps)
      return gate(request)
    }
    const caller = authenticate(deps.registry, authorization)
    deps.keyUse?.note(caller.actor.id)
    const limit = deps.planLimits[caller.account.plan]
    await admit({ route, caller, limit, needs: scopeFor }, deps, request, reply)
  }
}

/**
 * Checks the operator's token, in constant time. A client that sent many wrong tokens must wait, each time longer, and its
 * token is not checked meanwhile. Other clients, and one that has sent the right token before, never wait.
 */
function operatorGate({ operatorToken, bounds }: GuardDeps): (request: FastifyRequest) => void {
  const guesses = openGuesses()
  const addressOf = clientAddress(bounds?.trustedProxies ?? [])
  return (request) => {
    const client = addressOf(request.raw) ?? ''
    const wait = guesses.waitOf(client)
    if (wait !== null) throw rateLimited(`too many wrong tokens; wait ${wait} s`, wait)
    const { authorization } = request.headers
    try {
      authenticateOperator(operatorToken, authorization)
    } catch (error) {
      if (client !== '' && authorization !== undefined) guesses.noteWrong(client)
      throw error
    }
    guesses.noteRight(client)
    request.isOperator = true
    markAuthorised(request.raw)
  }
}

/** A call to admit: its limit per minute, and the message for a caller without the right. */
export type Admission = {
  readonly route: RouteDocument
  readonly caller: Caller
  readonly limit: number
  readonly needs: (access: Access) => string
}

/** Counts the call and checks the caller's right. @throws HttpProblem */
export async function admit(
  { route, caller, limit, needs }: Admission,
  deps: Pick<GuardDeps, 'rateLimits' | 'atWork'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  request.caller = caller
  markAuthorised(request.raw)
  addAccountToLog(request, caller.account.id)
  deps.atWork.note(caller.account.id)
  await countCall(deps, caller.limitKey, limit, reply)
  const { access } = route
  if (!caller.scopes.some((scope) => scope === access))
    throw new HttpProblem(403, 'forbidden', needs(access))
  if (route.planGate === 'route') requirePlan(route, caller.account)
}

/** Checks, after the JSON is parsed and before its fields are validated, whether its type needs a higher plan. */
export function bodyGuard(route: RouteDocument) {
  return async (request: FastifyRequest): Promise<void> => {
    const { planGate } = route
    if (typeof planGate !== 'function' || !request.caller || !planGate(request.body)) return
    if (!includesOfficial(request.caller.account.plan)) throw upgradeRequired()
  }
}

function requirePlan(route: RouteDocument, account: AccountEntry): void {
  if (route.availability === 'official' && !includesOfficial(account.plan)) throw upgradeRequired()
}

function scopeFor(scope: Access): string {
  return `this needs a key with the scope ${scope}`
}

// The RateLimit fields follow draft-ietf-httpapi-ratelimit-headers; Retry-After is required by the contract.
async function countCall(
  { rateLimits }: Pick<GuardDeps, 'rateLimits'>,
  key: string,
  limit: number,
  reply: FastifyReply,
): Promise<void> {
  const taken = await rateLimits.take(key, limit)
  reply.header('ratelimit-policy', `"default";q=${limit};w=60`)
  reply.header('ratelimit', `"default";r=${taken.remaining};t=${taken.resetSeconds}`)
  if (taken.granted) return
  throw rateLimited(
    `the limit of ${limit} requests per minute of this key is used up; wait ${taken.resetSeconds} s`,
    taken.resetSeconds,
  )
}
