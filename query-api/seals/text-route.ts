import type { Answer, ApiRoute, RouteDocument } from '@recado/infra/http/api-route'
import type { HttpProblem } from '@recado/infra/http/http-problem'
import type { Run } from '@recado/infra/postgres/run'
import { z } from 'zod'
import type { ServedDeps } from '../deps.ts'
import { ofAccount, type QueryInput } from '../routing/query-route.ts'
import { withRun } from '../routing/read-at-position.ts'

/** A read whose answer is no JSON, but has the form of a standard. */
export function textRoute<P extends z.ZodType, Q extends z.ZodObject = z.ZodObject>(
  declaration: Pick<RouteDocument, 'operationId' | 'url' | 'summary' | 'description'> & {
    readonly params: P
    readonly query?: Q
    readonly type: string
    readonly answer: (
      input: QueryInput<z.output<P>, z.output<Q>>,
      run: Run,
      deps: ServedDeps,
    ) => Promise<Answer | HttpProblem>
  },
): ApiRoute<ServedDeps> {
  const { type, answer, query, ...document } = declaration
  return {
    ...document,
    method: 'GET',
    access: 'read',
    availability: 'both',
    planGate: 'route',
    query: query ?? z.object({}),
    body: null,
    reply: { 200: type },
    problems: [404],
    handle: async (given, deps) => {
      const input = ofAccount<z.output<P>, z.output<Q>>(given)
      return withRun(input, deps, (run) => answer(input, run, deps))
    },
  }
}
