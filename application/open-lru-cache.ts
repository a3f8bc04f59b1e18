import { LRUCache } from 'lru-cache'

/**
 * A cache of the `most` entries that were used last.
 *
 * It is bounded by size, because a cache with a `max` allocates all its places at once, on which a property that opens a
 * hundred worlds spent half of its time.
 */
export function openLruCache<Value extends object | boolean>(
  most: number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
}
