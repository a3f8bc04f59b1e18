import { type EndpointQueue, QUEUE_CAPACITY } from './endpoint-queue.ts'
import type { PendingDelivery } from './pending-delivery.ts'
import { enqueue } from './queue-conversations.ts'
import { hasBytesAhead, kept, released } from './queue-memory.ts'

/** Takes note that deliveries up to an ordinal exist. */
export function announce(queue: EndpointQueue, ordinal: number): void {
  queue.announcedThrough = Math.max(queue.announcedThrough, ordinal)
}

/** Whether deliveries exist that were not loaded. */
export function isBehind({ announcedThrough, loadedThrough }: EndpointQueue): boolean {
  return announcedThrough > loadedThrough
}

/** Gives up loading what is announced until the next sweep announces it again. */
export function leaveToSweep(queue: EndpointQueue): void {
  queue.announcedThrough = queue.loadedThrough
}

/**
 * Enqueues a delivery that was just committed when its ordinal is the next one. One further ahead is kept until the gap
 * before it is loaded: under steady load no load could ever catch up with what is committed meanwhile.
 * @returns whether something has to be loaded
 */
export function offer(queue: EndpointQueue, pending: PendingDelivery): boolean {
  announce(queue, pending.ordinal)
  const hasRoom =
    queue.queued + queue.outOfOrder.size < QUEUE_CAPACITY && hasBytesAhead(queue.bytes)
  const isNew = pending.ordinal > queue.loadedThrough && !queue.outOfOrder.has(pending.ordinal)
  if (isNew && hasRoom) {
    queue.outOfOrder.set(pending.ordinal, pending)
    kept(queue.bytes, 'ahead', pending)
  }
  enqueueNext(queue)
  return isBehind(queue)
}

/** Enqueues what was kept out of order and follows on from `loadedThrough` by now. */
export function drainContiguous(queue: EndpointQueue): void {
  for (const pending of queue.outOfOrder.values())
    if (pending.ordinal <= queue.loadedThrough) forget(queue, pending)
  enqueueNext(queue)
}

function enqueueNext(queue: EndpointQueue): void {
  for (;;) {
    const next = queue.outOfOrder.get(queue.loadedThrough + 1)
    if (next === undefined) return
    forget(queue, next)
    queue.loadedThrough = next.ordinal
    // What was asked for again bears the position of its event, which is long past.
    queue.position = Math.max(queue.position, next.position)
    enqueue(queue, next)
  }
}

function forget(queue: EndpointQueue, pending: PendingDelivery): void {
  queue.outOfOrder.delete(pending.ordinal)
  released(queue.bytes, 'ahead', pending)
}
