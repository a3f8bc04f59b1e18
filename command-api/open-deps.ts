import { randomUUID } from 'node:crypto'
import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import { openSending } from '@recado/application/sending/sending'
import { suspendRestored } from '@recado/application/sending/suspend-restored'
import type { ApiServices } from '@recado/application/services'
import { watchServers } from '@recado/application/status/outages'
import { reportTroubles } from '@recado/application/status/report-troubles'
import { type Troubles, troubles } from '@recado/application/status/troubles'
import { rateBesideOthers, sharedRate } from '@recado/infra/concurrency/shared-rate'
import { openDevices } from '@recado/infra/http/sign-in/devices'
import { openPasswords } from '@recado/infra/http/sign-in/password-hash'
import type { CommandDeps } from './deps.ts'
import { openHookRates } from './hooks/open-hook-rates.ts'
import { openRawQuota } from './hooks/open-raw-quota.ts'
import { spoolBudget } from './media/spool-budget.ts'

/** Opens the dependencies of commands beyond those of both APIs. @param serving settings of the HTTP server */
export function openCommandDeps(
  services: ApiServices,
  serving: Pick<
    CommandDeps,
    | 'bounds'
    | 'rateLimits'
    | 'slowLimits'
    | 'attempts'
    | 'planLimits'
    | 'elsewhere'
    | 'checkReplies'
    | 'sessions'
    | 'keyUse'
    | 'atWork'
    | 'places'
    | 'simulators'
  >,
): CommandDeps & ApiServices {
  const outages = watchServers(services)
  services.closeFirst(() => outages.close())
  const noted = openTroubles(services)
  const faults = noted.watch('sends', services.log.child({ part: 'sends' }))
  const sending = openSending({ ...services, faults })
  services.closeFirst(() => sending.close())
  const now = () => new Date()
  // Recovery does this too. Here it is done before the first request, so that new sends are known to follow a restore.
  const judged = suspendRestored({ ...services, now }).catch((err: unknown) =>
    services.log.warn(
      { err },
      'it is not known yet whether the log was restored; recovery checks again',
    ),
  )
  services.closeFirst(() => judged)
  return {
    ...services,
    ...serving,
    outages,
    reportOutage: noted.reportOutage,
    sending,
    operatorToken: services.config.OPERATOR_TOKEN,
    cache: aggregateCache(),
    mutex: streamMutex(),
    passwords: openPasswords(),
    devices: openDevices(keysOf(services.config)),
    ...openHookRates(services),
    rawQuota: openRawQuota(services),
    uploads: spoolBudget(
      sharedRate(rateBesideOthers(services.config.UPLOAD_BYTES_PER_SECOND, serving.atWork)),
    ),
    now,
    newId: randomUUID,
  }
}

/** The master key, and the one before it while it is replaced. */
function keysOf({ VAULT_KEY, VAULT_KEY_BEFORE }: ApiServices['config']): Buffer[] {
  return VAULT_KEY_BEFORE === null ? [VAULT_KEY] : [VAULT_KEY, VAULT_KEY_BEFORE]
}

/** Collects the failures of this process and reports them to the operator's status. */
function openTroubles({ pool, closeFirst }: Pick<ApiServices, 'pool' | 'closeFirst'>): Troubles {
  const noted = troubles()
  const ending = new AbortController()
  const telling = reportTroubles(pool, noted, ending.signal)
  closeFirst(() => {
    ending.abort()
    return telling
  })
  return noted
}
