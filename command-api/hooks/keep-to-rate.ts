import type { SharedRate } from '@recado/infra/concurrency/shared-rate'
import { sleep } from '@recado/infra/concurrency/sleep'
import { retryLater } from './retry-later.ts'

/** The rest of a hook's deadline is reserved for the append. */
const MOST_WAIT_MS = 2_000

/** The cost of a POST itself, in events: one POST with many events causes far less work than many POSTs. */
export const POST_UNITS = 7

/** The cost of a POST by account: `POST_UNITS`, and one unit for each event. */
export type Brought = ReadonlyMap<string, number>

/** Delays a POST so that each of its accounts stays within its rate. @throws HttpProblem 503 instead of a long delay */
export async function keepToRate(rate: SharedRate, brought: Brought): Promise<void> {
  const wait = rate.takeAll(brought, MOST_WAIT_MS)
  if (wait === null) throw retryLater('this account has more events than its share at the moment')
  if (wait > 0) await sleep(wait)
}
