import { beginOf, type Counts, GRAINS, type Grain } from '@recado/application/read-models/figures'
import type { Rows } from '../engine/projection.ts'
import { type Row, type Tally, table } from '../engine/table.ts'

type ActivityRow = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly minutes: Grain
  readonly at: string
  readonly counts: Counts
}

type Counted = Row & {
  readonly account_id: string
  readonly connection_id: string
  readonly created_at: string
}

export const activityCounts = table<ActivityRow>({ name: 'activity_counts' })

export function needsOfCounts(connectionId: string, at: string) {
  return GRAINS.map((of) => [activityCounts, cellId(connectionId, of, beginOf(at, of))] as const)
}

/** A tally of a table's rows. @param columns that `countsOf` reads */
export function tallyOf<R extends Counted>(
  columns: readonly (keyof R & string)[],
  countsOf: (row: R) => Counts,
): Tally<R> {
  return {
    columns: ['account_id', 'connection_id', 'created_at', ...columns],
    async change(before, after, rows) {
      const [was, is] = [before && countsOf(before), after && countsOf(after)]
      if (before && after && areSame(before, after, was, is)) return
      if (before && was) await count(rows, before, was, -1)
      if (after && is) await count(rows, after, is)
    },
  }
}

export async function count(
  rows: Rows,
  { account_id, connection_id, created_at }: Omit<Counted, 'id'>,
  counts: Counts,
  sign: 1 | -1 = 1,
): Promise<void> {
  if (Object.keys(counts).length === 0) return
  for (const minutes of GRAINS) {
    const at = beginOf(created_at, minutes)
    const id = cellId(connection_id, minutes, at)
    const known = await rows.get(activityCounts, id)
    const sum = addCounts(known?.counts ?? {}, counts, sign)
    if (Object.keys(sum).length === 0) rows.remove(activityCounts, id)
    else rows.put(activityCounts, { id, account_id, connection_id, minutes, at, counts: sum })
  }
}

/** A count of 0 is deleted, because a rebuild may never have seen its name. */
function addCounts(known: Counts, counts: Counts, sign: 1 | -1): Counts {
  const sum: Record<string, number> = { ...known }
  for (const [name, n] of Object.entries(counts)) {
    const now = (sum[name] ?? 0) + sign * n
    if (now > 0) sum[name] = now
    else delete sum[name]
  }
  return sum
}

function areSame(a: Counted, b: Counted, was: Counts = {}, is: Counts = {}): boolean {
  const names = Object.keys(was)
  return (
    a.created_at === b.created_at &&
    names.length === Object.keys(is).length &&
    names.every((name) => was[name] === is[name])
  )
}

function cellId(connectionId: string, minutes: Grain, begin: string): string {
  return `${connectionId}:${begin}:${minutes}`
}
