import { type EndpointHealth, HEALTHY } from './endpoint-health.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import {
  bytesToLoad,
  noBytes,
  type QueueBytes,
  type QueueMemory,
  releasedAll,
} from './queue-memory.ts'

/*
 * THE ENDPOINT QUEUE
 *
 * The pending deliveries of one webhook in memory: in order within a conversation, one attempt at a time each. A queue
 * reads and sends at the same time, so it has two states side by side.
 *
 * `reading`: how the backlog in Postgres comes into memory.
 *
 *   idle        No read is under way. Everything pending up to `loadedThrough` is here, in flight, done, or left to its
 *               late retry. What is announced beyond that is loaded as soon as the queue has room.
 *   loading     The backlog after `loadedThrough` is being read. What is committed meanwhile waits in `outOfOrder`.
 *   discarding  The queue was emptied while the backlog was being read, so what is read counts for nothing.
 *
 *   idle -> loading        `beginLoading`: something announced is not loaded, or a late retry is due, and there is room.
 *   loading -> idle        `endLoading`: the backlog was read and is merged, or it could not be read and the next sweep
 *                          announces it again.
 *   loading -> discarding  `empty`: the webhook is inactive, the shard was lost, or the read models went back, or are other
 *                          tables since a rebuild.
 *   discarding -> idle     `endLoading`.
 *
 * `health`: how many attempts may be under way; `endpoint-health.ts` describes its states.
 *
 * A queue ends when its shard is lost: it is emptied, its dispatcher forgets it, and attempts under way end by themselves.
 */

/** How many deliveries of one webhook are kept in memory; the rest stays in the database. */
export const QUEUE_CAPACITY = 500
/** A queue reads on when it holds fewer deliveries than this. */
const REFILL_BELOW = QUEUE_CAPACITY / 4

/** The queue of one webhook. */
export type EndpointQueue = {
  readonly connectionId: string
  reading: 'idle' | 'loading' | 'discarding'
  health: EndpointHealth
  /** Everything pending up to this ordinal was loaded. */
  loadedThrough: number
  /** The newest ordinal known to exist. */
  announcedThrough: number
  /** Log position of the newest delivery that followed on from `loadedThrough` without a read. */
  position: number
  /** Deliveries committed before those between them and `loadedThrough` were loaded, by ordinal. */
  readonly outOfOrder: Map<number, PendingDelivery>
  /** Deliveries that wait, by what keeps them in order. */
  readonly conversations: Map<string, PendingDelivery[]>
  /** Conversations without an attempt under way, in turn. */
  readonly ready: Set<string>
  readonly inFlight: Set<string>
  /** How many deliveries `conversations` holds. */
  queued: number
  /** Of the bodies that `conversations` and `outOfOrder` hold. */
  readonly bytes: QueueBytes
  timer: NodeJS.Timeout | undefined
}

/** A queue without deliveries: what is pending for its webhook has to be loaded. */
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

/** @returns false when a read is under way already */
export function beginLoading(queue: EndpointQueue): boolean {
  if (queue.reading !== 'idle') return false
  queue.reading = 'loading'
  return true
}

/** @returns whether what was read still counts */
export function endLoading(queue: EndpointQueue): boolean {
  const counts = queue.reading === 'loading'
  queue.reading = 'idle'
  return counts
}

/** Forgets what waits, so that it is loaded again. What is in flight stays in flight. */
export function empty(queue: EndpointQueue): void {
  queue.conversations.clear()
  queue.outOfOrder.clear()
  queue.ready.clear()
  queue.queued = 0
  releasedAll(queue.bytes)
  queue.loadedThrough = 0
  queue.announcedThrough = 0
  if (queue.reading === 'loading') queue.reading = 'discarding'
  clearTimeout(queue.timer)
  queue.timer = undefined
}

/** Whether there is room enough for a read to be worth its while. */
export function hasRoomToLoad(queue: EndpointQueue): boolean {
  return queue.queued < REFILL_BELOW && bytesToLoad(queue.bytes) > 0
}
