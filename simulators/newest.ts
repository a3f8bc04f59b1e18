/** The newest items of a simulator, for its control API. */
export type Newest<T> = {
  add(item: T): void
  list(): readonly T[]
  /** The number of items since the last `clear`, including those no longer kept. */
  total(): number
  /** Forgets all items but those still wanted. @returns the items there were */
  clear(): readonly T[]
}

/**
 * An empty list that keeps the newest `keep` to twice `keep` items, and older ones while they are wanted.
 * @param isWanted whether an item is kept however old it is
 */
export function newest<T>(keep: number, isWanted: (item: T) => boolean = () => false): Newest<T> {
  let items: T[] = []
  let total = 0
  return {
    add(item) {
      total += 1
      items.push(item)
      if (items.length > 2 * keep)
        items = [...items.slice(0, -keep).filter(isWanted), ...items.slice(-keep)]
    },
    list: () => items,
    total: () => total,
    clear() {
      const before = items
      items = items.filter(isWanted)
      total = 0
      return before
    },
  }
}
