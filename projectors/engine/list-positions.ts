import { type BlockChange, listOf, noteFacetChanges } from './list-facets.ts'
import type { Rows } from './projection.ts'
import { type List, type Row, type Table, table } from './table.ts'

/** The length of one list, and the place of its next row. A place is never reused. */
export type ListTotal = {
  readonly id: string
  readonly n: number
  readonly next_pos: number
  readonly last_at: string | null
}

export const listTotals = table<ListTotal>({ name: 'list_totals' })

/** Places a changed row on its table's lists and updates their totals. @returns the placed row, and block changes */
export async function placeOnLists<R extends Row>(
  of: Table<R>,
  before: R | undefined,
  after: R | undefined,
  rows: Rows,
): Promise<{ row: R | undefined; blocks: BlockChange[] }> {
  const blocks: BlockChange[] = []
  let row = after
  for (const list of of.lists ?? []) {
    row = await placeOn(list, before, row, rows, blocks)
    noteFacetChanges(list, before, row, blocks)
  }
  return { row, blocks }
}

async function placeOn<R extends Row>(
  list: List<R>,
  before: R | undefined,
  row: R | undefined,
  rows: Rows,
  blocks: BlockChange[],
): Promise<R | undefined> {
  if (!hasMoved(list, before, row)) return row
  if (before !== undefined) await leave(list, before, rows, blocks)
  if (row === undefined) return undefined
  if (!list.keepsPlace || before === undefined) return enter(list, row, rows, blocks)
  await returnToPlace(list, row, rows, blocks)
  return row
}

function hasMoved<R extends Row>(list: List<R>, before: R | undefined, after: R | undefined) {
  if (before?.[list.key] !== after?.[list.key]) return true
  return [list.movesWith, list.ownPlace].some(
    (column) => column !== undefined && before?.[column] !== after?.[column],
  )
}

async function leave<R extends Row>(list: List<R>, row: R, rows: Rows, blocks: BlockChange[]) {
  const id = listOf(list, row)
  if (id === null) return
  const total = await totalOf(rows, id)
  rows.put(listTotals, { ...total, n: total.n - 1 })
  if (list.kind === 'blocks')
    blocks.push({ list: id, position: Number(row[list.position]), change: -1 })
}

async function enter<R extends Row>(list: List<R>, row: R, rows: Rows, blocks: BlockChange[]) {
  const id = listOf(list, row)
  if (id === null) return row
  const total = await totalOf(rows, id)
  const at = clampedTime(list, row, total)
  const own = list.ownPlace === undefined ? null : (row[list.ownPlace] as number | null)
  const position = own ?? total.next_pos
  const next_pos = own === null ? total.next_pos + 1 : total.next_pos
  rows.put(listTotals, { ...total, n: total.n + 1, next_pos, last_at: at })
  if (list.kind === 'blocks') blocks.push({ list: id, position, change: 1 })
  const time = list.clamp === undefined ? {} : { [list.clamp]: at }
  return { ...row, ...time, [list.position]: position }
}

async function returnToPlace<R extends Row>(
  list: List<R>,
  row: R,
  rows: Rows,
  blocks: BlockChange[],
) {
  const id = listOf(list, row)
  if (id === null) return
  const total = await totalOf(rows, id)
  rows.put(listTotals, { ...total, n: total.n + 1 })
  if (list.kind === 'blocks')
    blocks.push({ list: id, position: Number(row[list.position]), change: 1 })
}

function clampedTime<R extends Row>(list: List<R>, row: R, total: ListTotal): string | null {
  if (list.clamp === undefined) return total.last_at
  const at = String(row[list.clamp])
  return total.last_at !== null && total.last_at > at ? total.last_at : at
}

async function totalOf(rows: Rows, id: string): Promise<ListTotal> {
  return (await rows.get(listTotals, id)) ?? { id, n: 0, next_pos: 0, last_at: null }
}
