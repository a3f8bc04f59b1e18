import { retentionRowId } from '@recado/application/ids'
import { grainOf } from '@recado/application/read-models/figures'
import type { Activity } from '@recado/contract/dashboard/activity'
import type { Run } from '@recado/infra/postgres/run'
import { all, sql } from '@recado/infra/postgres/sql'
import { figuresOf } from './figures-of.ts'
import type { RequestedSpan } from './requested-span.ts'

type Counted = { readonly bucket: number; readonly name: string; readonly n: number }

/** The activity in a span. @param connections undefined for all of the account */
export async function readActivity(
  accountId: string,
  { bounds, ...span }: RequestedSpan,
  connections: readonly string[] | undefined,
  run: Run,
): Promise<Activity> {
  const counted = await readCounts(accountId, bounds, connections, run)
  const inBucket = bounds.map((): Counted[] => [])
  for (const one of counted) inBucket[one.bucket - 1]?.push(one)
  const buckets = bounds.slice(0, -1).map((start, n) => ({
    start,
    end: bounds[n + 1] ?? start,
    ...figuresOf(inBucket[n] ?? []),
  }))
  const deliveries_since = await keptSince(accountId, run)
  return { ...span, deliveries_since, total: figuresOf(counted), buckets }
}

function readCounts(
  accountId: string,
  bounds: readonly string[],
  connections: readonly string[] | undefined,
  run: Run,
): Promise<Counted[]> {
  const where = all([
    sql`account_id = ${accountId}`,
    sql`minutes = ${grainOf(bounds)}`,
    sql`at >= ${bounds[0]}::timestamptz and at < ${bounds.at(-1)}::timestamptz`,
    ...(connections === undefined ? [] : [sql`connection_id = any(${connections})`]),
  ])
  // The last condition is always true. Without it Postgres estimates a hundred names per row and sorts them on disk.
  return run<Counted>(sql`
    select width_bucket(at, ${bounds}::timestamptz[])::int as bucket, name, sum(n::bigint)::int as n
    from activity_counts, jsonb_each_text(counts) as counted (name, n)
    where ${where} and name = name || '' group by 1, 2`)
}

async function keptSince(accountId: string, run: Run): Promise<string | null> {
  const id = retentionRowId('webhookDelivery', accountId)
  const [row] = await run<{ gone_before: string }>(
    sql`select gone_before from retention where id = ${id}`,
  )
  return row?.gone_before ?? null
}
