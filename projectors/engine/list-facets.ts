import { facetName } from '@recado/application/read-models/facet-name'
import { listId } from '@recado/application/read-models/lists/kept-list'
import type { List, Row } from './table.ts'

/** A row entered (+1) or left (-1) a place of a list or facet that is counted in blocks. */
export type BlockChange = {
  readonly list: string
  readonly position: number
  readonly change: 1 | -1
}

export function listOf<R extends Row>(list: List<R>, row: R): string | null {
  const key = row[list.key]
  return key === null || key === undefined ? null : listId(list, String(key))
}

export function noteFacetChanges<R extends Row>(
  list: List<R>,
  before: R | undefined,
  after: R | undefined,
  blocks: BlockChange[],
): void {
  if (list.facets === undefined || staysInFacet(list, list.facets, before, after)) return
  const from = facetId(list, list.facets, before)
  const to = facetId(list, list.facets, after)
  if (from !== null)
    blocks.push({ list: from, position: Number(before?.[list.position]), change: -1 })
  if (to !== null) blocks.push({ list: to, position: Number(after?.[list.position]), change: 1 })
}

function staysInFacet<R extends Row>(
  { key, position }: List<R>,
  facets: readonly (keyof R & string)[],
  before: R | undefined,
  after: R | undefined,
): boolean {
  if (before === undefined || after === undefined) return false
  const isSame = (column: keyof R & string) => before[column] === after[column]
  return isSame(key) && isSame(position) && facets.every(isSame)
}

function facetId<R extends Row>(
  list: List<R>,
  facets: readonly (keyof R & string)[],
  row: R | undefined,
): string | null {
  const id = row === undefined ? null : listOf(list, row)
  return id === null ? null : `${id}:${facets.map((column) => facetName(row?.[column])).join('.')}`
}
