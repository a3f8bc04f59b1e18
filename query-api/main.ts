import { checkFilled } from '@recado/application/read-models/filling'
import { openApiServices, POOL_USES, startServices } from '@recado/application/services'
import { readConfig } from '@recado/infra/config'
import { checkOpen } from '@recado/infra/http/closed-until'
import { buildInternalServer } from '@recado/infra/http/health'
import { publishedRoutes, readDashboardOpenapi, readOpenapi } from '@recado/infra/http/openapi-file'
import { readSchemas } from '@recado/infra/http/schemas-file'
import { servingDeps } from '@recado/infra/http/serving-deps'
import { listen } from '@recado/infra/listen'
import { requireFolder } from '@recado/infra/require-folder'
import { requiredChecks } from '@recado/infra/server-checks'
import { settingsOrExit, usableOrExit } from '@recado/infra/wrong-settings'
import { buildApp } from './app.ts'
import { readPage } from './dashboard/files/read-page.ts'

const config = settingsOrExit(() => {
  const given = requireFolder(readConfig(process.env), 'ERASURES_DIR', 'read')
  return requireFolder(given, 'MEDIA_STORE', 'read')
})
const services = startServices(config, 'query-api', POOL_USES.queries)
const { pool, closeFirst } = services
const openapi = await readOpenapi(config.PUBLIC_URL)
const dashboardOpenapi = await readDashboardOpenapi(config.PUBLIC_URL)

const deps = {
  ...(await usableOrExit(openApiServices(services))),
  ...servingDeps(config, pool),
  elsewhere: publishedRoutes(openapi, dashboardOpenapi),
  operatorToken: null,
  simulators: null,
  checkReplies: false,
  now: () => new Date(),
  openapi,
  dashboardOpenapi,
  schemas: await readSchemas(),
  page: await readPage(),
}
// The log is not among the checks: reads continue while it is unavailable.
const { postgres } = requiredChecks(services)
const read_models = () => checkFilled(deps.filling)
const erasures = () => checkOpen(deps.erasures)
const internal = await buildInternalServer({ ...deps, checks: { postgres, read_models, erasures } })
const app = await buildApp(deps)
closeFirst(() => Promise.all([app.close(), internal.close()]))
await listen(app, config, { app: internal, port: config.INTERNAL_PORT })
