import type { BatchRows } from './batch-rows.ts'
import type { BufferedRow, RowBuffer } from './row-buffer.ts'
import type { Denormalised, Row, Table } from './table.ts'

type Columns = Readonly<Record<string, unknown>>

/**
 * Ends a batch: rows copyFromParent what those they belong to say by now. Once for all events, so that what a batch changes
 * costs one statement more, and no handler has to think of it.
 */
export async function copyParentColumns(
  tables: readonly Table<Row>[],
  buffer: RowBuffer,
  rows: BatchRows,
): Promise<void> {
  for (const { denormalised, ...table } of tables)
    if (denormalised !== undefined) await copyFromParent(table, denormalised, buffer, rows)
  await rows.settle()
}

async function copyFromParent(
  table: Table<Row>,
  { from, by, columns }: Denormalised<Row>,
  buffer: RowBuffer,
  rows: BatchRows,
): Promise<void> {
  const moved = new Set(
    [...buffer.of(from.name)].flatMap((buffered) =>
      hasMoved(buffered, columns) ? [buffered.now.id] : [],
    ),
  )
  if (moved.size > 0) await rows.load(table, by, [...moved])
  const carriers = [...buffer.of(table.name)].flatMap(({ now, committed }) =>
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
function hasMoved(
  buffered: BufferedRow,
  columns: readonly string[],
): buffered is BufferedRow & { now: Row } {
  const { committed, now } = buffered
  return now !== undefined && committed !== undefined && differ(columns, committed, now)
}

function differ(columns: readonly string[], a: Columns, b: Columns): boolean {
  return columns.some((column) => a[column] !== b[column])
}

function picked(columns: readonly string[], row: Columns): Columns {
  return Object.fromEntries(columns.map((column) => [column, row[column]]))
}
