import { FOLLOWED, headOfFollowedStreams } from '@recado/application/read-models/followed'
import type { SystemState } from '@recado/contract/dashboard/system'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

type Reads = Pick<EventStore, 'readAll'>
type Lag = SystemState['read_models']

/** How long the log may take to answer, ms. */
const LOG_MS = 1_000
/** How many facts may precede the next one that the read models follow. */
const MOST_SKIPPED = 100

/** How far the read models are behind; null values while the log does not answer. */
export async function readLag(run: Run, store: Reads, now: Date): Promise<Lag> {
  const [row] = await run<{ position: string }>(sql`select position::text from checkpoint`)
  const position = BigInt(row?.position ?? -1)
  const known = await answerWithin(LOG_MS, behind(store, position, now)).catch(() => undefined)
  return { position: String(position), ...(known ?? { head: null, lag_ms: null }) }
}

async function behind(store: Reads, position: bigint, now: Date): Promise<Omit<Lag, 'position'>> {
  const head = (await headOfFollowedStreams(store)) ?? position
  const lag_ms = head <= position ? 0 : await ageOfNext(store, position, now)
  return { head: String(head), lag_ms }
}

/** The age of the oldest fact after a position, ms; never negative, although clocks differ. */
async function ageOfNext(store: Reads, position: bigint, now: Date): Promise<number | null> {
  const from = position < 0n ? 'start' : position
  for await (const fact of store.readAll({ from, limit: MOST_SKIPPED })) {
    if (fact.position <= position) continue
    if (!FOLLOWED.some((prefix) => fact.stream.startsWith(prefix))) continue
    const age = now.getTime() - Date.parse(fact.metadata.recorded_at)
    return Number.isNaN(age) ? null : Math.max(0, age)
  }
  return null
}
