import type { ApiRoute } from '@recado/infra/http/api-route'
import { z } from 'zod'
import type { QueryDeps } from '../deps.ts'

/** The description of what the dashboard has besides the contract: for anyone. */
export const dashboardOpenapiRoute: ApiRoute<QueryDeps> = {
  method: 'GET',
  operationId: 'getDashboardOpenapiDocument',
  url: '/dashboard-openapi.json',
  summary: 'Describe the routes of the dashboard in OpenAPI 3.1',
  access: 'anyone',
  availability: 'both',
  planGate: 'route',
  params: z.object({}),
  query: z.object({}),
  body: null,
  reply: { 200: z.looseObject({}) },
  problems: [],
  handle: async (_, { dashboardOpenapi }) => ({ status: 200, body: dashboardOpenapi }),
}
