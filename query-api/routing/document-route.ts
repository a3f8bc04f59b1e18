import type { ApiRoute } from '@recado/infra/http/api-route'
import { z } from 'zod'
import type { ServedDeps } from '../deps.ts'

const JSON_TYPE = 'application/json; charset=utf-8'

/**
 * A route that serves a JSON document, without a key and outside of rate limits. All answers share the document's
 * bytes, because Node copies a text for each client that does not read it.
 */
export function documentRoute(
  named: Pick<ApiRoute<ServedDeps>, 'operationId' | 'url' | 'summary'>,
  documentOf: (deps: ServedDeps) => Buffer,
): ApiRoute<ServedDeps> {
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
    handle: async (_, deps) => ({ status: 200, type: JSON_TYPE, body: documentOf(deps) }),
  }
}
