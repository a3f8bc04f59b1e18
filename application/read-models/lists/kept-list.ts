/**
 * A list that the read models keep over the rows of a table: those with the same value of `key`, in order of
 * `position`. The projection counts it, and the query reads a page at any offset by those counts.
 */
export type KeptList<Column extends string = string> = {
  /** Unique in the program, such as `messages.conversation`; the value of the key is appended to it. */
  readonly name: string
  readonly table: string
  /** Column whose value names the list; a row with null is on none. */
  readonly key: Column
  /** Column with the row's place on the list. */
  readonly position: Column
  /** append_only rows never leave or move, so places have no gaps; blocks count any other list. */
  readonly kind: 'append_only' | 'blocks'
  readonly order: 'newest_first' | 'oldest_first'
  /**
   * Columns whose values together divide the list, each facet counted in blocks of the list's own places. Any filter by
   * these columns is a union of facets. Only the last one may hold a dot.
   */
  readonly facets?: readonly Column[]
  /** The index by key and position, with facets that it includes, as the table's SQL names it. */
  readonly index: string
}

/** The name under which one list is counted. */
export function listId({ name }: Pick<KeptList, 'name'>, key: string | null): string {
  return `${name}:${key}`
}
