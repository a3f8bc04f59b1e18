import type { ApiRoute } from '@recado/infra/http/api-route'
import { z } from 'zod'
import type { QueryDeps } from './deps.ts'

/** The description of both APIs: for anyone, without a key, never counted. */
export const openapiRoute: ApiRoute<QueryDeps> = {
  method: 'GET',
  operationId: 'getOpenapiDocument',
  url: '/openapi.json',
  summary: 'Describe the API in OpenAPI 3.1',
  access: 'anyone',
  availability: 'both',
  planGate: 'route',
  params: z.object({}),
  query: z.object({}),
  body: null,
  reply: { 200: z.looseObject({}) },
  problems: [],
  handle: async (_, { openapi }) => ({ status: 200, body: openapi }),
}
