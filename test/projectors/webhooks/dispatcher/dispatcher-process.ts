import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { openServiceRegistry, openServices } from '@recado/application/services'
import { readConfig } from '@recado/infra/config'
import { addressPolicy } from '@recado/infra/http-client/public-address'
import { webhookClient } from '@recado/infra/http-client/webhook-client'
import { createLogger } from '@recado/infra/logger'
import { runDispatch } from '@recado/projectors/webhooks/dispatcher/dispatch'
import type { DispatchTimes } from '@recado/projectors/webhooks/dispatcher/dispatch-times'

// A dispatcher in its own process, for tests that kill it. Its settings come as one JSON argument.

/** The addresses of the test's services, and the settings of the dispatcher. */
export type ProcessSettings = {
  environment: Readonly<Record<string, string>>
  times: Partial<DispatchTimes>
}

const { environment, times }: ProcessSettings = JSON.parse(process.argv[2] ?? '{}')
const config = readConfig(environment)
const log = createLogger('dispatcher', 'silent')
const name = 'dispatcher'
// The process is killed, so nothing is ever closed.
const services = openServices({ config, log, name, closeFirst: () => undefined }, {})
const timeoutMs = times.timeoutMs ?? 1_000

await runDispatch({
  ...services,
  masterKey: config.VAULT_KEY,
  registry: await openServiceRegistry(services),
  commands: { store: services.store, cache: aggregateCache(), mutex: streamMutex() },
  client: webhookClient({ isAllowed: addressPolicy(['127.0.0.0/8']), timeoutMs }),
  signal: new AbortController().signal,
  times: { renewMs: 100, sweepMs: 100, ...times, timeoutMs },
})
