import multipart from '@fastify/multipart'
import type { ApiRoute } from '@recado/infra/http/api-route'
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
  registerRoutes(
    app,
    '/api/v1',
    api.filter((route) => !takesForm(route)),
    deps,
  )
  app.register((scope, _options, done) => {
    // A file that is too large is told by its route, as any other broken rule.
    scope.register(multipart, { throwFileSizeLimit: false })
    // What is neither form nor JSON goes unread to the route as well, which says that it takes a form.
    scope.removeContentTypeParser('*')
    scope.addContentTypeParser('*', (_request, payload, parsed) => {
      payload.resume()
      parsed(null)
    })
    registerRoutes(scope, '/api/v1', api.filter(takesForm), deps)
    done()
  })
  registerRoutes(app, '/operator/v1', operator, deps)
  for (const hook of hooks) {
    app.register((scope, _options, done) => {
      hook(scope, deps)
      done()
    })
  }
  return app
}

/** Forms are read in a context of their own: everywhere else they stay what no route takes. */
function takesForm({ bodyType }: ApiRoute<CommandDeps>): boolean {
  return bodyType === 'multipart/form-data'
}
