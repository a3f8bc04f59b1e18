import type { BatchRows } from './batch-rows.ts'
import type { BufferedRow, RowBuffer } from './row-buffer.ts'
import type { Denormalised, Row, Table } from './table.ts'

type Columns = Readonly<Record<string, unknown>>

/** Copies denormalised columns from parents to children. Once per batch: one statement, and handlers need not care. */
export async function copyParentColumns(
  tables: readonly Table<Row>[],
  buffer: RowBuffer,
  rows: BatchRows,
): Promise<void> {
  for (const { denormalised, ...table } of tables)
    if (denormalised !== undefined) await copyToChildren(table, denormalised, buffer, rows)
  await rows.placeChanged()
}

async function copyToChildren(
  table: Table<Row>,
  { from, by, columns }: Denormalised<Row>,
  buffer: RowBuffer,
  rows: BatchRows,
): Promise<void> {
  const changed = new Set(
    [...buffer.of(from.name)].flatMap((buffered) =>
      hasChanged(buffered, columns, from.name, buffer) ? [buffered.now.id] : [],
    ),
  )
  if (changed.size > 0) await rows.load(table, by, [...changed])
  const children = [...buffer.of(table.name)].flatMap(({ now, committed }) =>
    now !== undefined && (now !== committed || changed.has(now[by])) ? [now] : [],
  )
  await rows.preload(new Map([[from.name, new Set(children.map((row) => row[by]))]]))
  for (const row of children) {
    const parent = await rows.get(from, row[by])
    if (parent !== undefined && differ(columns, row, parent))
      rows.put(table, { ...row, ...pickColumns(columns, parent) })
  }
}

/** A new parent has only new children, which are in the buffer anyway. */
function hasChanged(
  buffered: BufferedRow,
  columns: readonly string[],
  table: string,
  buffer: RowBuffer,
): buffered is BufferedRow & { now: Row } {
  const { committed, now } = buffered
  if (now === undefined) return false
  return committed === undefined
    ? !buffer.isWithoutChildren(table, now.id)
    : differ(columns, committed, now)
}

function differ(columns: readonly string[], a: Columns, b: Columns): boolean {
  return columns.some((column) => a[column] !== b[column])
}

function pickColumns(columns: readonly string[], row: Columns): Columns {
  return Object.fromEntries(columns.map((column) => [column, row[column]]))
}
