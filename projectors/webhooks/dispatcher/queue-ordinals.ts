import { type EndpointQueue, QUEUE_CAPACITY } from './endpoint-queue.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import { enqueue } from './queue-conversations.ts'
import { countKept, countReleased, hasBytesAhead } from './queue-memory.ts'

export function announce(queue: EndpointQueue, ordinal: number): void {
  queue.announcedThrough = Math.max(queue.announcedThrough, ordinal)
}

export function isBehind({ announcedThrough, loadedThrough }: EndpointQueue): boolean {
  return announcedThrough > loadedThrough
}

/** Stops loading announced deliveries until the next sweep announces them again. */
export function leaveToSweep(queue: EndpointQueue): void {
  queue.announcedThrough = queue.loadedThrough
}

/**
 * Enqueues a just committed delivery whose ordinal is the next one. A delivery further ahead is kept until the gap
 * before it is loaded: under steady load no read could catch up with the deliveries committed meanwhile.
 * @returns whether something has to be loaded
 */
export function offer(queue: EndpointQueue, pending: PendingDelivery): boolean {
  announce(queue, pending.ordinal)
  const hasRoom =
    queue.queued + queue.outOfOrder.size < QUEUE_CAPACITY && hasBytesAhead(queue.bytes)
  const isNew = pending.ordinal > queue.loadedThrough && !queue.outOfOrder.has(pending.ordinal)
  if (isNew && hasRoom) {
    queue.outOfOrder.set(pending.ordinal, pending)
    countKept(queue.bytes, 'ahead', pending)
  }
  enqueueNext(queue)
  return isBehind(queue)
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
    queue.loadedThrough = next.ordinal
    // A redelivery has the position of its event, which is in the past.
    queue.position = Math.max(queue.position, next.position)
    enqueue(queue, next)
  }
}

function forget(queue: EndpointQueue, pending: PendingDelivery): void {
  queue.outOfOrder.delete(pending.ordinal)
  countReleased(queue.bytes, 'ahead', pending)
}
