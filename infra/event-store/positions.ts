import type { Delivered, FromPosition } from './event-store.ts'

/** Whether a follower that has read up to `after` has had this fact. */
export function isRepeated(after: FromPosition, item: Delivered): boolean {
  return typeof after === 'bigint' && item.kind === 'event' && item.position <= after
}

/** How far a follower has read after an item. */
export function laterPosition(after: FromPosition, item: Delivered): FromPosition {
  if (item.kind === 'caught_up') return after
  return typeof after === 'bigint' && after > item.position ? after : item.position
}

/** Whether a follower that has read up to `after` has read everything up to `position`. */
export function hasReached(after: FromPosition, position: FromPosition): boolean {
  return (
    position === 'start' ||
    (typeof after === 'bigint' && typeof position === 'bigint' && after >= position)
  )
}
