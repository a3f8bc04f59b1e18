import { LRUCache } from 'lru-cache'

/**
 * The `most` entries used last; an entry that is not used any more makes room.
 *
 * Bounded by size, because a cache with a `max` allocates all its places at once: a property that makes a hundred worlds
 * spent half of its time on that.
 */
export function openLruCache<Value extends object | boolean>(
  most: number,
): LRUCache<string, Value> {
  return new LRUCache({ maxSize: most, sizeCalculation: () => 1 })
}
