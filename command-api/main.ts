import { checkFilled } from '@recado/application/read-models/filling'
import { openApiServices, POOL_USES, startServices } from '@recado/application/services'
import { keepTrying } from '@recado/infra/concurrency/keep-trying'
import { readConfig } from '@recado/infra/config'
import { checkOpen } from '@recado/infra/http/closed-until'
import { buildInternalServer } from '@recado/infra/http/health'
import { publishedRoutes, readDashboardOpenapi, readOpenapi } from '@recado/infra/http/openapi-file'
import { servingDeps } from '@recado/infra/http/serving-deps'
import { listen } from '@recado/infra/listen'
import { requireFolder } from '@recado/infra/require-folder'
import { requiredChecks } from '@recado/infra/server-checks'
import { migrateVault } from '@recado/infra/vault/postgres-vault'
import { settingsOrExit, usableOrExit } from '@recado/infra/wrong-settings'
import { buildApp, serveOperatorInside } from './app.ts'
import { openCommandDeps } from './open-deps.ts'

const config = settingsOrExit(() => requireFolder(readConfig(process.env), 'ERASURES_DIR', 'write'))
const services = startServices(config, 'command-api', POOL_USES.commands)
const { log, pool, closeFirst } = services
const elsewhere = publishedRoutes(await readOpenapi(), await readDashboardOpenapi())

// Hooks need only the log and the secret of ids, so the start does not wait for the read models.
void keepTrying(log, 'preparing the vault', () => migrateVault(config.VAULT_URL))
const deps = openCommandDeps(await usableOrExit(openApiServices(services)), {
  ...servingDeps(config, pool),
  elsewhere,
  checkReplies: false,
  simulators: null,
})
const checks = {
  ...requiredChecks(services),
  read_models: () => checkFilled(deps.filling),
  erasures: () => checkOpen(deps.erasures),
}
const internal = await buildInternalServer({ ...deps, checks })
serveOperatorInside(internal, deps)
const app = await buildApp(deps)
closeFirst(() => Promise.all([app.close(), internal.close()]))
closeFirst(() => deps.sending.stopWaiting())
await listen(app, config, { app: internal, port: config.INTERNAL_PORT })
