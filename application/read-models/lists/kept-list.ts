/**
 * A list of the rows of a table with the same value of `key`, in order of `position`. The projection counts it, and
 * the query reads a page at any offset by those counts.
 */
export type KeptList<Column extends string = string> = {
  /** Unique, such as `messages.conversation`; the value of the key is appended to it. */
  readonly name: string
  readonly table: string
  /** A row with null is on no list. */
  readonly key: Column
  readonly position: Column
  /** append_only rows never leave or move, so places have no gaps; blocks count any other list. */
  readonly kind: 'append_only' | 'blocks'
  readonly order: 'newest_first' | 'oldest_first'
  /** Several rows may have one place, as conversations of a history with one time have. Their ids order them. */
  readonly sharesPlaces?: true
  /**
   * Columns whose values divide the list into facets, each counted in blocks of the list's own places. A filter by
   * these columns is a union of facets. Only values of the last one may contain a dot.
   */
  readonly facets?: readonly Column[]
  /** Name of the index by key and position, which includes the facets. */
  readonly index: string
}

/** The id of the list of one key, such as `messages.conversation:<id>`. */
export function listId({ name }: Pick<KeptList, 'name'>, key: string | null): string {
  return `${name}:${key}`
}
