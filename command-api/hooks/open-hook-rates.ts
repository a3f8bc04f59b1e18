import { followIntakeLag } from '@recado/application/intake/lag'
import type { ApiServices } from '@recado/application/services'
import { fairRates } from '@recado/infra/concurrency/fair-rates'
import { fixedRate, sharedRate } from '@recado/infra/concurrency/shared-rate'
import type { CommandDeps } from '../deps.ts'

/** While the read models show what arrives within this time, no account is delayed or refused. */
const MAX_LAG_MS = 250

/** Opens the rates of hooks: of accounts, and of what concerns none, which is always limited. See ADR 55. */
export function openHookRates({
  config,
  nats,
  readModels,
}: Pick<ApiServices, 'config' | 'nats' | 'readModels'>): Pick<
  CommandDeps,
  'hookRate' | 'nobodysHookRate'
> {
  const intakeLag = followIntakeLag(nats)
  const lag = () => Math.max(readModels.lag(), intakeLag())
  const { HOOK_EVENTS_PER_SECOND: least } = config
  return {
    hookRate: sharedRate(fairRates(least, { lag, most: MAX_LAG_MS })),
    nobodysHookRate: sharedRate(fixedRate(least)),
  }
}
