import { type GatewayInUse, gatewaysInUse } from '@recado/application/gateways/gateways-in-use'
import { type HttpProblem, unavailable } from '@recado/infra/http/http-problem'
import { LockBusy, underLock } from '@recado/infra/postgres/under-lock'
import type { CommandDeps } from '../deps.ts'

const LOCK = { name: 'places of sessions', waitMs: 10_000 }

/**
 * Counts the sessions of the gateways and does what depends on the counts, while no other process does: two registrations
 * at once would both take the last place. The counts include everything that the log holds by then.
 * @returns 503 while the lock is not free or the log does not answer
 */
export async function withGateways<T>(
  deps: Pick<CommandDeps, 'pool' | 'registry' | 'config'>,
  work: (gateways: readonly GatewayInUse[]) => Promise<T>,
): Promise<T | HttpProblem> {
  try {
    return await underLock(deps.pool, LOCK, async () =>
      (await deps.registry.catchUp())
        ? work(gatewaysInUse(deps))
        : unavailable('the log does not answer in time; send the same again'),
    )
  } catch (error) {
    if (error instanceof LockBusy)
      return unavailable('other sessions are being placed; send the same again')
    throw error
  }
}
