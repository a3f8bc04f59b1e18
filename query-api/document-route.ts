import type { ApiRoute } from '@recado/infra/http/api-route'
import { z } from 'zod'
import type { QueryDeps } from './deps.ts'

/** A route that serves a document of JSON text, without a key and outside of rate limits. */
export function documentRoute(
  named: Pick<ApiRoute<QueryDeps>, 'operationId' | 'url' | 'summary'>,
  documentOf: (deps: QueryDeps) => string,
): ApiRoute<QueryDeps> {
  return {
    ...named,
    method: 'GET',
    access: 'anyone',
    availability: 'both',
    planGate: 'route',
    params: z.object({}),
    query: z.object({}),
    body: null,
    reply: { 200: z.looseObject({}) },
    problems: [],
    handle: async (_, deps) => ({ status: 200, body: documentOf(deps) }),
  }
}
