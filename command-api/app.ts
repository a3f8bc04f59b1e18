import multipart from '@fastify/multipart'
import { gateUntilFilled } from '@recado/application/read-models/gate-until-filled'
import type { ApiRoute } from '@recado/infra/http/api-route'
import { closedUntil } from '@recado/infra/http/closed-until'
import { registerRoutes } from '@recado/infra/http/register-routes'
import { buildServer } from '@recado/infra/http/server'
import { sessionGuard } from '@recado/infra/http/sign-in/session-guard'
import { traceRequests } from '@recado/infra/http/trace-requests'
import type { FastifyInstance } from 'fastify'
import { eraseContactRoute } from './contacts/erase-contact.ts'
import { simulateRoutes } from './dashboard/simulate/routes.ts'
import type { CommandDeps } from './deps.ts'
import { type CommandRoutes, commandRoutesOf } from './routes.ts'

/** Prefix of the routes that a session authorises in place of an API key. */
const DASHBOARD_PREFIX = '/dashboard/v1'

/** Prefix of the operator's routes. */
const OPERATOR_PREFIX = '/operator/v1'

/** Adds the operator's routes to the internal server, unless the public one has them. */
export function serveOperatorInside(internal: FastifyInstance, deps: CommandDeps): void {
  const { operator } = commandRoutesOf(deps.providers)
  if (deps.config.OPERATOR_ROUTES === 'internal')
    registerRoutes(internal, OPERATOR_PREFIX, operator, deps)
}

/** The server of all writes, not yet listening. */
export async function buildApp(
  deps: CommandDeps,
  { api, dashboard, operator, hooks }: CommandRoutes = commandRoutesOf(deps.providers),
): Promise<FastifyInstance> {
  const app = await buildServer(deps)
  traceRequests(app)
  closedUntil(app, deps.erasures, ['/api/v1', DASHBOARD_PREFIX])
  app.addHook('onClose', async () => {
    await Promise.all([deps.keyUse?.flush(), deps.rawQuota.flush()])
  })
  const noForms = api.filter((route) => !takesForm(route))
  const guard = sessionGuard(deps)
  // Half-filled tables would answer 404 for rows that are still missing. The operator's routes read them as they are.
  const served = { ...deps, pool: gateUntilFilled(deps.pool, deps.filling) }
  const simulating = deps.simulators === null ? [] : simulateRoutes
  registerRoutes(app, '/api/v1', noForms, served)
  const bySession = [...noForms.filter(isForSessions), ...dashboard, ...simulating]
  registerRoutes(app, DASHBOARD_PREFIX, bySession, served, guard)
  app.register((scope, _options, done) => {
    // The route itself answers a file that is too large, with 422.
    scope.register(multipart, { throwFileSizeLimit: false })
    // Other content types reach the route unread, so that it can answer 415.
    scope.removeContentTypeParser('*')
    scope.addContentTypeParser('*', (_request, payload, parsed) => {
      payload.resume()
      parsed(null)
    })
    registerRoutes(scope, '/api/v1', api.filter(takesForm), served)
    registerRoutes(scope, DASHBOARD_PREFIX, api.filter(takesForm), served, guard)
    done()
  })
  if (deps.config.OPERATOR_ROUTES === 'public') registerRoutes(app, OPERATOR_PREFIX, operator, deps)
  for (const hook of hooks) {
    app.register((scope, _options, done) => {
      hook(scope, deps)
      done()
    })
  }
  return app
}

/** Where the dashboard asks for the password, a session alone is not enough. */
function isForSessions(route: ApiRoute<CommandDeps>): boolean {
  return route !== eraseContactRoute
}

/** Routes with forms get a Fastify context of their own; in every other context forms stay an unsupported type. */
function takesForm({ bodyType }: ApiRoute<CommandDeps>): boolean {
  return bodyType === 'multipart/form-data'
}
