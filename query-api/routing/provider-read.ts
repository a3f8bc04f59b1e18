import type { Answer, ApiRoute, Availability, RouteDocument } from '@recado/infra/http/api-route'
import { HttpProblem, notFound } from '@recado/infra/http/http-problem'
import { aside } from '@recado/infra/http/request-places'
import type { Run } from '@recado/infra/postgres/run'
import { z } from 'zod'
import type { ServedDeps } from '../deps.ts'
import { type Nothing, ofAccount, type QueryInput } from './query-route.ts'
import { withRun } from './read-at-position.ts'

export type ProviderReadDeclaration<P extends z.ZodType, Q extends z.ZodObject, Found> = Pick<
  RouteDocument,
  'url' | 'operationId' | 'summary' | 'description' | 'reply' | 'replyExamples'
> & {
  readonly params: P
  readonly query?: Q
  /** `read` by default. */
  readonly access?: 'write'
  /** `official` by default. */
  readonly availability?: Availability
  /** Finds the subject of the call; null for 404. */
  readonly find: (
    input: QueryInput<z.output<P>, z.output<Q>>,
    run: Run,
    deps: ServedDeps,
  ) => Promise<Found | HttpProblem | null> | Found | HttpProblem | null
  /** Asks the provider; no connection to Postgres is held meanwhile. */
  readonly answer: (
    found: Found,
    input: QueryInput<z.output<P>, z.output<Q>>,
    deps: ServedDeps,
  ) => Promise<Answer | HttpProblem>
}

/** A route for a read that asks the provider while the client waits. */
export function providerRead<Found, P extends z.ZodType, Q extends z.ZodObject = Nothing>(
  declaration: ProviderReadDeclaration<P, Q, Found>,
): ApiRoute<ServedDeps> {
  const { find, answer, ...document } = declaration
  return {
    access: 'read',
    availability: 'official',
    ...document,
    method: 'GET',
    planGate: 'route',
    query: declaration.query ?? z.object({}),
    body: null,
    problems: [404, 422, 502],
    handle: async (request, deps) => {
      const input = ofAccount<z.output<P>, z.output<Q>>(request)
      const found = await withRun(input, deps, async (run) => find(input, run, deps))
      if (found === null) return notFound()
      return found instanceof HttpProblem ? found : aside(input, () => answer(found, input, deps))
    },
  }
}
