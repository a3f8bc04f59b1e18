import { registerRoutes } from '@recado/infra/http/register-routes'
import { buildServer } from '@recado/infra/http/server'
import type { FastifyInstance } from 'fastify'
import type { CommandDeps } from './deps.ts'
import { type CommandRoutes, commandRoutes } from './routes.ts'

/** The server of all writes, not yet listening. */
export async function buildApp(
  deps: CommandDeps,
  { api, operator, hooks }: CommandRoutes = commandRoutes,
): Promise<FastifyInstance> {
  const app = await buildServer(deps)
  registerRoutes(app, '/api/v1', api, deps)
  registerRoutes(app, '/operator/v1', operator, deps)
  for (const hook of hooks) {
    app.register((scope, _options, done) => {
      hook(scope, deps)
      done()
    })
  }
  return app
}
