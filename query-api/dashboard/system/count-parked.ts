import { IS_BEYOND_A_BOUND } from '@recado/application/status/beyond-a-bound'
import { hasColumn } from '@recado/application/status/control-tables'
import type { Run } from '@recado/infra/postgres/run'
import { raw, sql } from '@recado/infra/postgres/sql'

/** At most so many of each kind are counted. */
const MAX_COUNTED = 1_000

/** How many facts and raw events of an account are parked. */
export async function countParked(accountId: string, run: Run): Promise<number> {
  const [facts] = await run<Counted>(sql`select count(*)::int as n from (
    select from parked_events where account_id = ${accountId} limit ${MAX_COUNTED}) as own`)
  return (facts?.n ?? 0) + (await parkedRawEvents(accountId, run))
}

type Counted = { readonly n: number }

async function parkedRawEvents(accountId: string, run: Run): Promise<number> {
  if (!(await hasColumn(run, 'control.intake_parked', 'account_id'))) return 0
  const [intents] = await run<Counted>(sql`select count(distinct raw_event_id)::int as n from (
    select raw_event_id from control.intake_parked
    where account_id = ${accountId} and not (${raw(IS_BEYOND_A_BOUND)}) limit ${MAX_COUNTED}) as own`)
  return intents?.n ?? 0
}
