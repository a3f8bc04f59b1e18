import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import { sleep } from '@recado/infra/concurrency/sleep'
import { retryLater } from './retry-later.ts'

/** The longest wait. A POST that waits keeps the rate of its arrival, so this long the earlier rates still apply. */
const MAX_WAIT_MS = 1_000

/** The units of a POST itself: one POST with many events causes far less work than many POSTs. */
export const POST_UNITS = 7

/** How many bytes cost as much as an event: every follower of the log reads them. */
const BYTES_PER_UNIT = 4_096

/** What bytes cost beside the events in them, in units. */
export function costOfBytes(bytes: number): number {
  return Math.max(0, Math.floor(bytes / BYTES_PER_UNIT))
}

/** The cost of a POST by who pays for it: `POST_UNITS`, one unit for each event, and those of `costOfBytes`. */
export type AmountByPayer = ReadonlyMap<string, number>

/** Delays a POST so that each who pays for it keeps to its rate. @throws HttpProblem 503 instead of a long delay */
export async function limitHookRate(rate: SharedRate, amounts: AmountByPayer): Promise<void> {
  const wait = rate.takeAll(amounts, MAX_WAIT_MS)
  if (wait === null)
    throw retryLater('more arrives than can be processed, and this account has used its share')
  if (wait > 0) await sleep(wait)
}
