import { sendInOneWrite } from '@recado/infra/postgres/send-in-one-write'
import type pg from 'pg'
import type { Among, TimeSpan } from './projection.ts'
import type { BufferedRow, RowBuffer } from './row-buffer.ts'
import { selectBefore, selectBy, selectByIds } from './select-rows.ts'
import type { Row, Table } from './table.ts'

export type RowLoader = {
  one(table: string, id: string): Promise<BufferedRow>
  preload(ids: ReadonlyMap<string, ReadonlySet<string>>): Promise<void>
  /** Loads the rows with one of these values in an indexed column, in one statement, once per value. */
  load(table: Table<Row>, column: string, values: readonly string[], among?: Among): Promise<void>
  /** Loads the rows before a time: these columns of them, and those that removing them needs. */
  before(table: Table<Row>, span: TimeSpan<Row>, columns: readonly string[] | 'all'): Promise<void>
}

export function rowLoader(client: pg.ClientBase, buffer: RowBuffer): RowLoader {
  /** Finished searches. The projector is the only writer, so the buffer holds their results until the batch ends. */
  const searched = new Set<string>()
  const loadIds = async (table: string, ids: readonly string[]) => {
    const found = await selectByIds(client, table, ids)
    for (const id of ids) if (!buffer.findWhole(table, id)) buffer.add(table, id, found.get(id))
  }
  return {
    async one(table, id) {
      const buffered = buffer.findWhole(table, id)
      if (buffered !== undefined) return buffered
      await loadIds(table, [id])
      return buffer.find(table, id) as BufferedRow
    },
    async preload(wanted) {
      const load = ([table, ids]: [string, ReadonlySet<string>]) => {
        const missing = [...ids].filter((id) => buffer.findWhole(table, id) === undefined)
        return missing.length === 0 ? undefined : loadIds(table, missing)
      }
      const loads = sendInOneWrite(client, () => [...wanted].map(load))
      // All statements are in flight, so every rejection is awaited before the first is thrown.
      for (const done of await Promise.allSettled(loads))
        if (done.status === 'rejected') throw done.reason
    },
    async load({ name, parent }, column, values, among) {
      const isChildless = (value: string) =>
        parent?.by === column && buffer.isWithoutChildren(parent.in.name, value)
      const missing = values.filter(
        (value) => !searched.has(searchKey(name, column, value, among)) && !isChildless(value),
      )
      if (missing.length === 0) return
      for (const row of await selectBy(client, name, column, missing, among))
        if (!buffer.findWhole(name, row.id)) buffer.add(name, row.id, row)
      for (const value of missing) searched.add(searchKey(name, column, value, among))
    },
    async before(table, span, columns) {
      const { name } = table
      if (columns === 'all') {
        for (const row of await selectBefore(client, name, span, ['*']))
          if (!buffer.findWhole(name, row.id)) buffer.add(name, row.id, row)
        return
      }
      const some = new Set([...columnsToRemove(table), span.key, span.time, ...columns])
      if (span.only !== undefined) some.add(span.only)
      for (const row of await selectBefore(client, name, span, [...some])) buffer.addPart(name, row)
    },
  }
}

function searchKey(table: string, column: string, value: string, among?: Among): string {
  return JSON.stringify([table, column, value, among?.where, among?.values])
}

/** Removing a row updates its lists, facets and tallies, which read these columns. */
function columnsToRemove({ lists = [], tally }: Table<Row>): readonly string[] {
  const listed = lists.flatMap(({ key, position, facets = [] }) => [key, position, ...facets])
  return ['id', ...listed, ...(tally?.columns ?? [])]
}
