import type { BatchRows } from './batch-rows.ts'
import type { Slot, Slots } from './slots.ts'
import type { Carried, Row, Table } from './table.ts'

type Columns = Readonly<Record<string, unknown>>

/**
 * Ends a batch: rows carry what those they belong to say by now. Once for all events, so that what a batch changes
 * costs one statement more, and no handler has to think of it.
 */
export async function carryColumns(
  tables: readonly Table<Row>[],
  slots: Slots,
  rows: BatchRows,
): Promise<void> {
  for (const { carries, ...table } of tables)
    if (carries !== undefined) await carry(table, carries, slots, rows)
  await rows.settle()
}

async function carry(
  table: Table<Row>,
  { from, by, columns }: Carried<Row>,
  slots: Slots,
  rows: BatchRows,
): Promise<void> {
  const moved = new Set(
    [...slots.of(from.name)].flatMap((slot) => (hasMoved(slot, columns) ? [slot.now.id] : [])),
  )
  if (moved.size > 0) await rows.load(table, by, [...moved])
  const carriers = [...slots.of(table.name)].flatMap(({ now, committed }) =>
    now !== undefined && (now !== committed || moved.has(now[by])) ? [now] : [],
  )
  await rows.preload(new Map([[from.name, new Set(carriers.map((row) => row[by]))]]))
  for (const row of carriers) {
    const source = await rows.get(from, row[by])
    if (source !== undefined && differ(columns, row, source))
      rows.put(table, { ...row, ...picked(columns, source) })
  }
}

/** What is new has no carriers but new ones. */
function hasMoved(slot: Slot, columns: readonly string[]): slot is Slot & { now: Row } {
  const { committed, now } = slot
  return now !== undefined && committed !== undefined && differ(columns, committed, now)
}

function differ(columns: readonly string[], a: Columns, b: Columns): boolean {
  return columns.some((column) => a[column] !== b[column])
}

function picked(columns: readonly string[], row: Columns): Columns {
  return Object.fromEntries(columns.map((column) => [column, row[column]]))
}
