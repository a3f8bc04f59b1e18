import { boundedStore } from '@recado/application/audit/bounded-store'
import { FOLLOWED_PREFIXES, headOfFollowedStreams } from '@recado/application/read-models/followed'
import type { SystemState } from '@recado/contract/dashboard/system'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type { LogReads } from '../../log/log-reads.ts'

type Lag = SystemState['read_models']

/** How long the log may take to answer, ms. */
const MAX_LOG_WAIT_MS = 1_000
/** The most facts read at the end of the log in search of one that the read models follow. */
const MAX_EXAMINED = 1_000
/** How many facts may precede the next one that the read models follow. */
const MAX_SKIPPED = 100

/** How far the read models are behind; null values while the log does not answer, or not without looking at many facts. */
export async function readLag(run: Run, store: LogReads, now: Date): Promise<Lag> {
  const [row] = await run<{ position: string }>(
    sql`select min(position)::text as position from checkpoint`,
  )
  const position = BigInt(row?.position ?? -1)
  const known = await answerWithin(MAX_LOG_WAIT_MS, measureLag(store, position, now)).catch(
    () => undefined,
  )
  return { position: String(position), ...(known ?? { head: null, lag_ms: null }) }
}

async function measureLag(
  store: LogReads,
  position: bigint,
  now: Date,
): Promise<Omit<Lag, 'position'>> {
  const head = (await headOfFollowedStreams(boundedStore(store, MAX_EXAMINED))) ?? position
  const lag_ms = head <= position ? 0 : await ageOfNext(store, position, now)
  return { head: String(head), lag_ms }
}

/** The age of the oldest fact after a position, ms; never negative, although clocks differ. */
async function ageOfNext(store: LogReads, position: bigint, now: Date): Promise<number | null> {
  const from = position < 0n ? 'start' : position
  for await (const fact of store.readAll({ from, limit: MAX_SKIPPED })) {
    if (fact.position <= position) continue
    if (!FOLLOWED_PREFIXES.some((prefix) => fact.stream.startsWith(prefix))) continue
    const age = now.getTime() - Date.parse(fact.metadata.recorded_at)
    return Number.isNaN(age) ? null : Math.max(0, age)
  }
  return null
}
