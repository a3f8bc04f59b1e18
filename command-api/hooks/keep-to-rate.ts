import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import { sleep } from '@recado/infra/concurrency/sleep'
import { retryLater } from './retry-later.ts'

/** What is left of a hook's time is for the log. */
const MOST_WAIT_MS = 2_000

/** What a POST costs by itself, in events: many in one POST cost everybody behind it far less than many POSTs. */
export const POST_UNITS = 7

/** What a POST brings to an account: `POST_UNITS` for itself, and one for each event in it. */
export type Brought = ReadonlyMap<string, number>

/**
 * Holds a POST up until the accounts that it speaks of have their turn.
 * @throws HttpProblem 503 when that is too long to wait for
 */
export async function keepToRate(rate: SharedRate, brought: Brought): Promise<void> {
  let longest = 0
  for (const [account, units] of brought) {
    const wait = rate.take(account, units, MOST_WAIT_MS)
    if (wait === null) throw retryLater('more is told of this account than its turn')
    longest = Math.max(longest, wait)
  }
  if (longest > 0) await sleep(longest)
}
