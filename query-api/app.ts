import type { ApiRoute } from '@recado/infra/http/api-route'
import { registerRoutes } from '@recado/infra/http/register-routes'
import { buildServer } from '@recado/infra/http/server'
import type { FastifyInstance } from 'fastify'
import type { QueryDeps, ServedDeps } from './deps.ts'
import { openFollower } from './events/follower.ts'
import { queryRoutes } from './routes.ts'

/** The server of all reads. */
export type QueryApp = FastifyInstance & {
  /** Ends the answers that follow the events and would never end; whoever listens for this server closes after it. */
  endStreams(): void
}

/** The server of all reads, not yet listening. */
export async function buildApp(
  deps: QueryDeps,
  routes: readonly ApiRoute<ServedDeps>[] = queryRoutes,
): Promise<QueryApp> {
  const app = await buildServer(deps)
  const follower = openFollower(deps)
  app.addHook('preClose', async () => follower.close())
  registerRoutes(app, '/api/v1', routes, { ...deps, follower })
  return Object.assign(app, { endStreams: follower.close })
}
