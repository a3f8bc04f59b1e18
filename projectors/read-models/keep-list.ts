import { idOf } from '@recado/application/ids'
import { type KeptList, listId } from '@recado/application/read-models/lists/kept-list'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { listTotals } from '../engine/list-positions.ts'
import type { List, Row } from '../engine/table.ts'

/** A declared list as a table keeps it. @param more settings that only the projector needs */
export function keepList<R extends Row>(
  { name, key, position, kind, facets }: KeptList<keyof R & string>,
  more: Pick<List<R>, 'movesWith' | 'ownPlace' | 'clamp' | 'keepsPlace'> = {},
): List<R> {
  return { name, key, position, kind, ...(facets && { facets }), ...more }
}

/** The total of one list, for the `needs` of a fact that puts a row on it. */
export function totalOf(list: KeptList, key: string | null): readonly [{ name: string }, string] {
  return [listTotals, listId(list, key)]
}

/** The row that a stream is about, for `needs`. When the fact is the stream's first, no earlier one has created it. */
export function firstRowOf(
  { revision, stream }: RecordedEvent,
  table: { name: string },
  id: string,
): readonly [{ name: string }, string, 'first'?] {
  return revision === 0n && idOf(stream) === id ? [table, id, 'first'] : [table, id]
}
