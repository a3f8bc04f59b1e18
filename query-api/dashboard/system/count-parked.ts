import { IS_BEYOND_A_BOUND } from '@recado/application/status/beyond-a-bound'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Run } from '@recado/infra/postgres/run'
import { raw, sql } from '@recado/infra/postgres/sql'

/** At most so many of each kind are looked up, because only the log says which account one belongs to. */
const MOST = 100

/** How long the log may take to answer, ms. */
const LOG_MS = 1_000

/** How many facts and raw events of an account are parked; null while the log does not answer. */
export async function countParked(
  accountId: string,
  run: Run,
  store: Reads,
): Promise<number | null> {
  const facts = await run<Parked>(
    sql`select position::text from parked_events order by 1 limit ${MOST}`,
  )
  const parked = [...facts, ...(await parkedIntents(run))]
  const counted = countOf(accountId, parked, store).catch(() => undefined)
  return (await answerWithin(LOG_MS, counted)) ?? null
}

type Reads = Pick<EventStore, 'readAll'>
type Parked = { readonly position: string }

async function countOf(accountId: string, parked: readonly Parked[], store: Reads) {
  let count = 0
  for (const { position } of parked)
    if ((await eventAt(store, BigInt(position)))?.metadata.account_id === accountId) count += 1
  return count
}

/** Intake creates its table when it starts; before that nothing can be parked. */
async function parkedIntents(run: Run): Promise<Parked[]> {
  const [row] = await run<{ made: boolean }>(
    sql`select to_regclass('control.intake_parked') is not null as made`,
  )
  if (row?.made !== true) return []
  return run(sql`select distinct position::text from control.intake_parked
    where not (${raw(IS_BEYOND_A_BOUND)}) order by 1 limit ${MOST}`)
}
