import { checkFilled } from '@recado/application/read-models/filling'
import {
  openApiServices,
  openReadModelsPool,
  POOL_USES,
  startServices,
} from '@recado/application/services'
import { buildPages } from '@recado/build/page/pages'
import { buildApp as buildCommandApp, serveOperatorInside } from '@recado/command-api/app'
import { openCommandDeps } from '@recado/command-api/open-deps'
import { keepTrying } from '@recado/infra/concurrency/keep-trying'
import { readConfig } from '@recado/infra/config'
import { buildInternalServer } from '@recado/infra/http/health'
import { publishedRoutes, readDashboardOpenapi, readOpenapi } from '@recado/infra/http/openapi-file'
import { readSchemas } from '@recado/infra/http/schemas-file'
import { servingDeps } from '@recado/infra/http/serving-deps'
import type { Simulators } from '@recado/infra/http/sign-in/simulators'
import { listen } from '@recado/infra/listen'
import { requiredChecks } from '@recado/infra/server-checks'
import { migrateVault } from '@recado/infra/vault/postgres-vault'
import { usableOrExit } from '@recado/infra/wrong-settings'
import { buildApp as buildQueryApp } from '@recado/query-api/app'
import { stop as stopEsbuild } from 'esbuild'
import { openFrontDoor } from './front-door.ts'

// Both APIs as one process with one listener, for one machine. In production each is a process behind a gateway.

const config = readConfig(process.env)
const services = startServices(config, 'api', POOL_USES.commands)
const { log, pool, closeFirst } = services
const forQueries = openReadModelsPool(services, POOL_USES.queries, 'queries')
const openapi = await readOpenapi(config.PUBLIC_URL)
const dashboardOpenapi = await readDashboardOpenapi(config.PUBLIC_URL)

const simulators = process.env.SIMULATORS
  ? (JSON.parse(process.env.SIMULATORS) as Simulators)
  : null

// Hooks need only the log and the secret of ids, so the start does not wait for the read models.
void keepTrying(log, 'preparing the vault', () => migrateVault(config.VAULT_URL))
const deps = openCommandDeps(await usableOrExit(openApiServices(services, forQueries)), {
  ...servingDeps(config, pool),
  elsewhere: publishedRoutes(openapi, dashboardOpenapi),
  checkReplies: false,
  simulators,
})
const page = await buildPages()
await stopEsbuild()
const checks = {
  ...requiredChecks({ ...services, pool: forQueries }),
  read_models: () => checkFilled(deps.filling),
}
const internal = await buildInternalServer({ ...deps, checks })
serveOperatorInside(internal, deps)
const command = await buildCommandApp(deps)
const query = await buildQueryApp({
  ...deps,
  operatorToken: null,
  pool: forQueries,
  openapi,
  dashboardOpenapi,
  schemas: await readSchemas(),
  page,
})
closeFirst(() => Promise.all([command.close(), query.close()]))
const door = await openFrontDoor({ command, query, bounds: deps.bounds })
closeFirst(() => Promise.all([door.close(), internal.close()]))
closeFirst(() => query.endStreams())
closeFirst(() => deps.sending.stopWaiting())
await listen({ ...door, log }, config, { app: internal, port: config.INTERNAL_PORT })
