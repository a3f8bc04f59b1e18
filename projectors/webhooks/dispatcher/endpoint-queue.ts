import { type EndpointHealth, HEALTHY } from './endpoint-health.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import {
  bytesToLoad,
  countAllReleased,
  noBytes,
  type QueueBytes,
  type QueueMemory,
} from './queue-memory.ts'

/*
 * THE ENDPOINT QUEUE
 *
 * The pending deliveries of one webhook in memory: in order within a conversation, one attempt at a time each. A queue
 * reads and sends at the same time, so it has two states side by side.
 *
 * `reading`: how the backlog in Postgres comes into memory.
 *
 *   idle        No read is under way. Every pending delivery up to `loadedThrough` is here, in flight, done, left to its
 *               late retry, or without a body. Announced deliveries beyond that are loaded as soon as the queue has room.
 *   loading     The backlog after `loadedThrough` is being read. Deliveries committed meanwhile wait in `outOfOrder`.
 *   discarding  The queue was emptied while the backlog was being read, so the result of the read is dropped.
 *
 *   idle -> loading        `beginLoading`: an announced delivery is not loaded, or a late retry is due, and there is room.
 *   loading -> idle        `endLoading`: the backlog was read and is merged, or it could not be read and the next sweep
 *                          announces it again.
 *   loading -> discarding  `emptyQueue`: the webhook is inactive, the shard was lost, the read models went back, or a rebuild
 *                          has exchanged their tables.
 *   discarding -> idle     `endLoading`.
 *
 * `health`: how many attempts may be under way; `endpoint-health.ts` describes its states.
 *
 * A queue ends when its shard is lost: it is emptied, its dispatcher forgets it, and attempts under way end by themselves.
 */

export const QUEUE_CAPACITY = 500
const REFILL_BELOW = QUEUE_CAPACITY / 4

export type EndpointQueue = {
  readonly connectionId: string
  reading: 'idle' | 'loading' | 'discarding'
  health: EndpointHealth
  /** Everything pending up to this ordinal was loaded. */
  loadedThrough: number
  /** The newest ordinal known to exist. */
  announcedThrough: number
  /** Log position that `loadedThrough` is known from: of the last read, or of a delivery that followed on without one. */
  position: number
  /** Deliveries committed after a gap, by ordinal: those between them and `loadedThrough` are not loaded yet. */
  readonly outOfOrder: Map<number, PendingDelivery>
  /** Waiting deliveries by order key (`orderKey`), each list in order. */
  readonly conversations: Map<string, PendingDelivery[]>
  /** Order keys without an attempt under way, in turn. */
  readonly ready: Set<string>
  readonly inFlight: Set<string>
  queued: number
  readonly bytes: QueueBytes
  timer: NodeJS.Timeout | undefined
}

export function newEndpointQueue(
  connectionId: string,
  together: QueueMemory = { bytes: 0 },
): EndpointQueue {
  return {
    connectionId,
    reading: 'idle',
    health: HEALTHY,
    loadedThrough: 0,
    announcedThrough: 0,
    position: -1,
    outOfOrder: new Map(),
    conversations: new Map(),
    ready: new Set(),
    inFlight: new Set(),
    queued: 0,
    bytes: noBytes(together),
    timer: undefined,
  }
}

/** @returns false when a read is already under way */
export function beginLoading(queue: EndpointQueue): boolean {
  if (queue.reading !== 'idle') return false
  queue.reading = 'loading'
  return true
}

/** @returns whether the result of the read still counts */
export function endLoading(queue: EndpointQueue): boolean {
  const counts = queue.reading === 'loading'
  queue.reading = 'idle'
  return counts
}

/** Forgets waiting deliveries, so that they are loaded again. Attempts under way continue. */
export function emptyQueue(queue: EndpointQueue): void {
  queue.conversations.clear()
  queue.outOfOrder.clear()
  queue.ready.clear()
  queue.queued = 0
  countAllReleased(queue.bytes)
  queue.loadedThrough = 0
  queue.announcedThrough = 0
  if (queue.reading === 'loading') queue.reading = 'discarding'
  clearTimeout(queue.timer)
  queue.timer = undefined
}

export function hasRoomToLoad(queue: EndpointQueue): boolean {
  return queue.queued < REFILL_BELOW && bytesToLoad(queue.bytes) > 0
}
