import type { RowCache } from './row-cache.ts'
import type { Row } from './table.ts'

/** One row during a batch: as Postgres holds it, and as the batch leaves it. */
export type Slot = { readonly committed: Row | undefined; now: Row | undefined }

/** The rows a batch has touched, by table and id. */
export type Slots = {
  find(table: string, id: string): Slot | undefined
  add(table: string, id: string, committed: Row | undefined): Slot
  of(table: string): Iterable<Slot>
  tables(): Iterable<readonly [string, ReadonlyMap<string, Slot>]>
  /** Makes what the batch left the committed truth, once the transaction is through. */
  commit(): void
}

/** Opens the slots of a batch over the rows kept from earlier ones. */
export function openSlots(cache: RowCache): Slots {
  const byTable = new Map<string, Map<string, Slot>>()
  const of = (table: string): Map<string, Slot> => {
    const known = byTable.get(table)
    if (known !== undefined) return known
    const slots = new Map<string, Slot>()
    byTable.set(table, slots)
    return slots
  }
  const add = (table: string, id: string, committed: Row | undefined): Slot => {
    const slot = { committed, now: committed }
    of(table).set(id, slot)
    return slot
  }
  return {
    find(table, id) {
      const slot = of(table).get(id)
      if (slot !== undefined) return slot
      const kept = cache.get(table, id)
      return kept === undefined ? undefined : add(table, id, kept || undefined)
    },
    add,
    of: (table) => of(table).values(),
    tables: () => byTable,
    commit() {
      for (const [table, slots] of byTable)
        for (const [id, slot] of slots) cache.set(table, id, slot.now ?? false)
    },
  }
}
