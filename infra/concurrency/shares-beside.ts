import type { AtWork } from './at-work.ts'
import { DIVIDED } from './equal-shares.ts'
import type { Shares } from './shared-slots.ts'
import { type Tenant, tenantShares } from './tenant-shares.ts'

/**
 * The shares of tenants in what all of them feel, such as a process's event loop. An account that is alone may use three
 * quarters of the capacity. Beside others it has an equal part of that, as if at least `sharers` accounts were busy all
 * the time: their next work then finds little before it, although they have nothing under way for the moment. What they
 * have under way is not taken from them, and nobody waits for his only work.
 */
export function sharesBeside(
  capacity: number,
  sharers: number,
  { isAlone }: Pick<AtWork, 'isAlone'>,
): Shares<Tenant> {
  return tenantShares(capacity, {
    lent: Math.max(1, Math.floor((DIVIDED * capacity) / sharers)),
    oneAlways: true,
    sharersBeside: (accountId) => (isAlone(accountId) ? 1 : sharers),
  })
}
