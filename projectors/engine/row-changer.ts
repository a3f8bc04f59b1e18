import type { Rows } from './projection.ts'
import type { Row, Table } from './table.ts'

type Changes<R> = Partial<R> | ((row: R) => Partial<R> | Promise<Partial<R>>)

/** Changes columns of a row, if there is such a row. */
type RowChanger<R> = (rows: Rows, id: string, changes: Changes<R>) => Promise<void>

export function rowChanger<R extends Row>(table: Table<R>): RowChanger<R> {
  return async (rows, id, changes) => {
    const row = await rows.get(table, id)
    if (row === undefined) return
    const changed = typeof changes === 'function' ? await changes(row) : changes
    if (Object.keys(changed).length > 0) rows.put(table, { ...row, ...changed })
  }
}
