import { addressPolicy } from '@recado/infra/http-client/public-address'
import { publicNames, systemNames } from '@recado/infra/http-client/resolve-name'
import { webhookClient } from '@recado/infra/http-client/webhook-client'
import type { PartDeps } from '../deps.ts'
import { runDispatch } from './dispatcher/dispatch.ts'
import { dispatchTimesOf } from './dispatcher/dispatch-times.ts'

export async function runWebhooks(deps: PartDeps): Promise<void> {
  const { config, log, measured, dispatchTimes } = deps
  if (config.DISPATCH === 'held') return log.warn('webhooks are not delivered: DISPATCH is held')
  const times = { ...dispatchTimesOf(config), ...dispatchTimes }
  const client = webhookClient({
    isAllowed: addressPolicy(config.WEBHOOK_ALLOWED_SUBNETS),
    timeoutMs: times.timeoutMs,
    names: config.WEBHOOK_ALLOWED_SUBNETS.length === 0 ? publicNames() : systemNames,
  })
  const { attempted, shards: watchShards } = measured
  await runDispatch({
    ...{ ...deps, commands: deps, masterKey: config.VAULT_KEY },
    ...{ client, times, attempted, watchShards },
  })
  await client.close()
}
