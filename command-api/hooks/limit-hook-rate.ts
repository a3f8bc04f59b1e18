import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import { sleep } from '@recado/infra/concurrency/sleep'
import { retryLater } from './retry-later.ts'

/** The rest of a hook's deadline is reserved for the append. */
const MAX_WAIT_MS = 2_000

/** The cost of a POST itself, in events: one POST with many events causes far less work than many POSTs. */
export const POST_UNITS = 7

/** Bytes that cost as much as an event: they are read, written and read again by all that follow the log. */
const BYTES_PER_UNIT = 4_096

/** What bytes cost beside the events in them, in events. */
export function costOfBytes(bytes: number): number {
  return Math.max(0, Math.floor(bytes / BYTES_PER_UNIT))
}

/** The cost of a POST by who pays for it: `POST_UNITS`, one unit for each event, and those of `costOfBytes`. */
export type AmountByPayer = ReadonlyMap<string, number>

/** Delays a POST so that each who pays for it stays within its rate. @throws HttpProblem 503 instead of a long delay */
export async function limitHookRate(rate: SharedRate, amounts: AmountByPayer): Promise<void> {
  const wait = rate.takeAll(amounts, MAX_WAIT_MS)
  if (wait === null)
    throw retryLater('this account has more events or bytes than its share at the moment')
  if (wait > 0) await sleep(wait)
}
