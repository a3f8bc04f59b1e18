import { type KeptList, listId } from '@recado/application/read-models/lists/kept-list'
import { listTotals } from '../engine/list-positions.ts'
import type { List, Row } from '../engine/table.ts'

/** A declared list as a table keeps it. @param more what only the projector has to know */
export function kept<R extends Row>(
  { name, key, position, kind, facets }: KeptList<keyof R & string>,
  more: Pick<List<R>, 'movesWith' | 'clamp' | 'keepsPlace'> = {},
): List<R> {
  return { name, key, position, kind, ...(facets && { facets }), ...more }
}

/** The total of one list, for the `needs` of a fact that puts a row on it. */
export function totalOf(list: KeptList, key: string | null): readonly [{ name: string }, string] {
  return [listTotals, listId(list, key)]
}
