import type { ApiRoute } from '@recado/infra/http/api-route'
import { registerRoutes } from '@recado/infra/http/register-routes'
import { buildServer } from '@recado/infra/http/server'
import type { FastifyInstance } from 'fastify'
import type { QueryDeps } from './deps.ts'
import { queryRoutes } from './routes.ts'

/** The server of all reads, not yet listening. */
export async function buildApp(
  deps: QueryDeps,
  routes: readonly ApiRoute<QueryDeps>[] = queryRoutes,
): Promise<FastifyInstance> {
  const app = await buildServer(deps)
  registerRoutes(app, '/api/v1', routes, deps)
  return app
}
