import type { DeliveryOutcome } from '@recado/domain/webhook-delivery/events'
import {
  afterAttempt,
  afterDeactivation,
  afterOutage,
  type EndpointHealth,
  HEALTHY,
  healthAt,
} from './endpoint-health.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import {
  type Conversations,
  enqueue,
  forgetWaiting,
  noConversations,
} from './queue-conversations.ts'
import {
  bytesToLoad,
  countAllReleased,
  countKept,
  countReleased,
  hasBytesAhead,
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

/** Only this module writes it; `queue-conversations.ts` and `queue-memory.ts` write the parts that are theirs. */
export type EndpointQueue = {
  readonly connectionId: string
  readonly reading: 'idle' | 'loading' | 'discarding'
  readonly health: EndpointHealth
  /** Everything pending up to this ordinal was loaded. */
  readonly loadedThrough: number
  /** The newest ordinal known to exist. */
  readonly announcedThrough: number
  /** Log position that `loadedThrough` is known from: of the last read, or of a delivery that followed on without one. */
  readonly position: number
  /** Deliveries committed after a gap, by ordinal: those between them and `loadedThrough` are not loaded yet. */
  readonly outOfOrder: ReadonlyMap<number, PendingDelivery>
  readonly conversations: Conversations
  readonly bytes: QueueBytes
  readonly timer: NodeJS.Timeout | undefined
}

type Written = { -readonly [Field in keyof EndpointQueue]: EndpointQueue[Field] } & {
  readonly outOfOrder: Map<number, PendingDelivery>
}

function written(queue: EndpointQueue): Written {
  return queue as Written
}

export function newEndpointQueue(
  connectionId: string,
  together: QueueMemory = { bytes: 0 },
): EndpointQueue {
  const bytes = noBytes(together)
  return {
    connectionId,
    reading: 'idle',
    health: HEALTHY,
    loadedThrough: 0,
    announcedThrough: 0,
    position: -1,
    outOfOrder: new Map(),
    conversations: noConversations(bytes),
    bytes,
    timer: undefined,
  }
}

/** @returns false when a read is already under way */
export function beginLoading(queue: EndpointQueue): boolean {
  if (queue.reading !== 'idle') return false
  written(queue).reading = 'loading'
  return true
}

/** @returns whether the result of the read still counts */
export function endLoading(queue: EndpointQueue): boolean {
  const counts = queue.reading === 'loading'
  written(queue).reading = 'idle'
  return counts
}

/** Forgets waiting deliveries, so that they are loaded again. Attempts under way continue. */
export function emptyQueue(queue: EndpointQueue): void {
  const own = written(queue)
  forgetWaiting(own.conversations)
  own.outOfOrder.clear()
  countAllReleased(own.bytes)
  own.loadedThrough = 0
  own.announcedThrough = 0
  if (own.reading === 'loading') own.reading = 'discarding'
  clearTimeout(own.timer)
  own.timer = undefined
}

export function hasRoomToLoad({ conversations, bytes }: EndpointQueue): boolean {
  return conversations.queued < REFILL_BELOW && bytesToLoad(bytes) > 0
}

/** Calls `wake` after so many ms instead of at the time set before; at no time when null. */
export function wakeAfter(queue: EndpointQueue, ms: number | null, wake: () => void): void {
  clearTimeout(queue.timer)
  written(queue).timer = ms === null ? undefined : setTimeout(wake, ms)
}

/** Lets an endpoint that has rested until `now`, ms since 1970, have attempts again. */
export function endRest(queue: EndpointQueue, now: number): void {
  written(queue).health = healthAt(queue.health, now)
}

/** Judges the endpoint by how an attempt ended. @param restMs the first rest, ms */
export function noteAttempt(queue: EndpointQueue, outcome: DeliveryOutcome, restMs: number): void {
  written(queue).health = afterAttempt(queue.health, outcome, Date.now(), restMs)
}

/** Lets the endpoint rest, because nothing could be sent for a reason of ours. */
export function noteOutage(queue: EndpointQueue, restMs: number): void {
  written(queue).health = afterOutage(queue.health, Date.now(), restMs)
}

/** Lets the endpoint rest, once every process knows that it is gone. */
export function noteDeactivation(queue: EndpointQueue, restMs: number): void {
  written(queue).health = afterDeactivation(Date.now(), restMs)
}

/** Notes that the webhook has deliveries up to this ordinal. */
export function announce(queue: EndpointQueue, ordinal: number): void {
  written(queue).announcedThrough = Math.max(queue.announcedThrough, ordinal)
}

/** Whether deliveries are announced that are not loaded yet. */
export function isBehind({ announcedThrough, loadedThrough }: EndpointQueue): boolean {
  return announcedThrough > loadedThrough
}

/** Stops loading announced deliveries until the next sweep announces them again. */
export function leaveToSweep(queue: EndpointQueue): void {
  written(queue).announcedThrough = queue.loadedThrough
}

/**
 * Enqueues a just committed delivery whose ordinal is the next one. A delivery further ahead is kept until the gap
 * before it is loaded: under steady load no read could catch up with the deliveries committed meanwhile.
 * @returns whether something has to be loaded
 */
export function offer(queue: EndpointQueue, pending: PendingDelivery): boolean {
  announce(queue, pending.ordinal)
  const { queued } = queue.conversations
  const hasRoom = queued + queue.outOfOrder.size < QUEUE_CAPACITY && hasBytesAhead(queue.bytes)
  const isNew = pending.ordinal > queue.loadedThrough && !queue.outOfOrder.has(pending.ordinal)
  if (isNew && hasRoom) {
    written(queue).outOfOrder.set(pending.ordinal, pending)
    countKept(queue.bytes, 'ahead', pending)
  }
  enqueueNext(queue)
  return isBehind(queue)
}

/** Notes how far the log and the ordinals were when the backlog was read. */
export function noteRead(queue: EndpointQueue, position: number, lastOrdinal: number): void {
  const own = written(queue)
  own.position = Math.max(queue.position, position)
  own.announcedThrough = Math.max(lastOrdinal, ...queue.outOfOrder.keys())
}

/** Notes that everything up to this ordinal is loaded, or needs no attempt. */
export function readThrough(queue: EndpointQueue, ordinal: number): void {
  written(queue).loadedThrough = Math.max(queue.loadedThrough, ordinal)
}

/** Enqueues deliveries kept out of order that now follow on from `loadedThrough`. */
export function drainContiguous(queue: EndpointQueue): void {
  for (const pending of queue.outOfOrder.values())
    if (pending.ordinal <= queue.loadedThrough) forget(queue, pending)
  enqueueNext(queue)
}

/**
 * Drops deliveries offered before a read began whose ordinals Postgres does not know: a delivery is published after its
 * commit, so these are none, and nothing that is read could ever close the gap before them.
 */
export function dropUnknown(
  queue: EndpointQueue,
  offered: readonly number[],
  lastOrdinal: number,
): void {
  for (const ordinal of offered) {
    const pending = queue.outOfOrder.get(ordinal)
    if (pending !== undefined && ordinal > lastOrdinal) forget(queue, pending)
  }
}

function enqueueNext(queue: EndpointQueue): void {
  for (;;) {
    const next = queue.outOfOrder.get(queue.loadedThrough + 1)
    if (next === undefined) return
    forget(queue, next)
    readThrough(queue, next.ordinal)
    // A redelivery has the position of its event, which is in the past.
    written(queue).position = Math.max(queue.position, next.position)
    enqueue(queue.conversations, next)
  }
}

function forget(queue: EndpointQueue, pending: PendingDelivery): void {
  written(queue).outOfOrder.delete(pending.ordinal)
  countReleased(queue.bytes, 'ahead', pending)
}
