import { DAY_MS } from '@recado/domain/durations'
import { keptSince } from '@recado/domain/retention/deletable-day'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { retentionRowId } from '../ids.ts'

/** It goes on every day, and whatever of one account cannot be removed holds up the keys of all. */
const LATE_MS = 2 * DAY_MS

/** How long the keys of what was said have been kept beyond MESSAGE_DAYS, ms; 0 without these days. */
export async function expiryLag(run: Run, days: number | null, now: number): Promise<number> {
  if (days === null) return 0
  const [row] = await run<{ destroyed_to: string | null }>(sql`select coalesce(
    (select gone_before from retention where id = ${retentionRowId('messages', null)}),
    (select min(opened_at) from accounts)) as destroyed_to`)
  const to = row?.destroyed_to
  return to == null ? 0 : Math.max(0, Date.parse(keptSince(new Date(now), days)) - Date.parse(to))
}

export function isLate(lagMs: number): boolean {
  return lagMs > LATE_MS
}
