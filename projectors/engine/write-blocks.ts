import type pg from 'pg'
import type { BlockChange } from './list-facets.ts'
import { withoutNul } from './write-rows.ts'

/** Block sizes: 2^6, 2^12 and 2^18 places, and the whole list. */
const LEVELS = [6, 12, 18, 63] as const
const MIN_LEVEL = LEVELS[0]

type Count = { readonly lvl: number; readonly list: string; readonly b: number; readonly n: number }

/** Adds a batch's changes to block counts, and deletes empty blocks, which readers of a list would have to pass. */
export function writeBlocks(changes: readonly BlockChange[]): pg.QueryConfig[] {
  const counts = [...countsOf(changes)].flatMap(([list, smallest]) =>
    LEVELS.flatMap((lvl) => countsAt(list, lvl, smallest)),
  )
  const fewer = counts.filter(({ n }) => n < 0)
  return [
    ...(counts.length === 0 ? [] : [{ ...ADD, values: [asJson(counts)] }]),
    ...(fewer.length === 0 ? [] : [{ ...CLEAR, values: [asJson(fewer)] }]),
  ]
}

const ADD = {
  name: 'put-list_blocks',
  text: `insert into list_blocks (lvl, list, b, n)
    select lvl, list, b, n from json_populate_recordset(null::list_blocks, $1)
    on conflict (lvl, list, b) do update set n = list_blocks.n + excluded.n`,
}
const CLEAR = {
  name: 'clear-list_blocks',
  text: `delete from list_blocks t using json_populate_recordset(null::list_blocks, $1) fewer
    where t.lvl = fewer.lvl and t.list = fewer.list and t.b = fewer.b and t.n = 0`,
}

function asJson(counts: readonly Count[]): string {
  return withoutNul(JSON.stringify(counts))
}

function countsOf(changes: readonly BlockChange[]): Map<string, Map<number, number>> {
  const counts = new Map<string, Map<number, number>>()
  for (const { list, position, change } of changes) {
    const blocks = counts.get(list) ?? new Map<number, number>()
    counts.set(list, blocks)
    add(blocks, Math.floor(position / 2 ** MIN_LEVEL), change)
  }
  return counts
}

function countsAt(list: string, lvl: number, smallest: ReadonlyMap<number, number>): Count[] {
  const blocks = new Map<number, number>()
  for (const [b, n] of smallest) add(blocks, Math.floor(b / 2 ** (lvl - MIN_LEVEL)), n)
  return [...blocks].filter(([, n]) => n !== 0).map(([b, n]) => ({ lvl, list, b, n }))
}

function add(blocks: Map<number, number>, b: number, n: number): void {
  blocks.set(b, (blocks.get(b) ?? 0) + n)
}
