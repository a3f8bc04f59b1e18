import { atWork } from '@recado/infra/concurrency/at-work'
import type { Answer, ApiRoute, RouteInput } from '@recado/infra/http/api-route'
import type { HttpProblem } from '@recado/infra/http/http-problem'
import { leaseCalls } from '@recado/infra/http/rate-lease'
import { rateLimits } from '@recado/infra/http/rate-limits'
import { registerRoutes, type ServeDeps } from '@recado/infra/http/register-routes'
import { requestPlaces } from '@recado/infra/http/request-places'
import { buildServer, type ServerOptions } from '@recado/infra/http/server'
import { createLogger } from '@recado/infra/logger'
import { startMetrics } from '@recado/infra/metrics'
import type { Pool } from '@recado/infra/postgres/run'
import type { Statement } from '@recado/infra/postgres/sql'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { usualBounds } from '../../kit/bounds.ts'
import { type KeyOwner, knownRegistry } from '../../kit/known-registry.ts'

const OPERATOR_TOKEN = 'the operator of the tests'

/** What a test may set in the small app. */
export type SmallApp = {
  readonly keyOwners: readonly KeyOwner[]
  readonly pool: Pool
  readonly routes: readonly ApiRoute<ServeDeps>[]
  readonly limit?: number
  readonly server?: Partial<ServerOptions>
  /** The name of the process in the leases. */
  readonly process?: string
  /** The clock of the leases, as SQL. */
  readonly clock?: Statement
}

/** A server with the given routes, over real rate limit leases. */
export async function smallApp({
  keyOwners,
  pool,
  routes,
  limit = 1_000_000,
  server = {},
  process = 'one',
  clock,
}: SmallApp): Promise<FastifyInstance> {
  const app = await buildServer({
    log: createLogger('test', 'silent'),
    metrics: startMetrics(),
    elsewhere: [],
    bounds: usualBounds,
    ...server,
  })
  registerRoutes(app, '/api/v1', routes, {
    registry: knownRegistry(...keyOwners),
    rateLimits: rateLimits(leaseCalls(pool, process, clock)),
    atWork: atWork(),
    places: requestPlaces(48, { isAlone: () => false }),
    planLimits: { basic: limit, official: limit, agency: limit },
    operatorToken: OPERATOR_TOKEN,
    checkReplies: true,
  })
  return app
}

/** A route with the given properties; by default `GET /things` that answers 200 `{ok: true}`. */
export function routeOf(
  about: Partial<ApiRoute<ServeDeps>> & {
    handle?: (input: RouteInput) => Promise<Answer | HttpProblem>
  },
): ApiRoute<ServeDeps> {
  return {
    method: 'GET',
    url: '/things',
    summary: 'Try things',
    access: 'read',
    availability: 'both',
    planGate: 'route',
    params: z.object({}),
    query: z.object({}),
    body: null,
    reply: { 200: z.object({ ok: z.literal(true) }) },
    problems: [],
    handle: async () => ({ status: 200, body: { ok: true } }),
    ...about,
  }
}

/** The error code of a response, after checking its body against the contract. */
export function codeOf(answer: { json(): unknown }): string {
  const { error } = z
    .strictObject({
      error: z.strictObject({ code: z.string(), message: z.string().min(1) }),
    })
    .parse(answer.json())
  return error.code
}
