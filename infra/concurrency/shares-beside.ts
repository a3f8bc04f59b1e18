import type { AtWork } from './at-work.ts'
import { DIVIDED_PART } from './equal-shares.ts'
import type { Shares } from './shared-slots.ts'
import { type Tenant, tenantShares } from './tenant-shares.ts'

/**
 * The shares of tenants in a resource whose load slows all of them, such as a process's event loop. An account that is
 * alone may use three quarters of the capacity. Beside others it has an equal part of that, as if at least `sharers`
 * accounts were always busy: the next work of an account that is idle for a moment then waits for little. Work under way
 * is never ended, and an account with nothing under way never waits.
 */
export function sharesBeside(
  capacity: number,
  sharers: number,
  { isAlone }: Pick<AtWork, 'isAlone'>,
): Shares<Tenant> {
  return tenantShares(capacity, {
    lent: Math.max(1, Math.floor((DIVIDED_PART * capacity) / sharers)),
    oneAlways: true,
    sharersBeside: (accountId) => (isAlone(accountId) ? 1 : sharers),
  })
}
