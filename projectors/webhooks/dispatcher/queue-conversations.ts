import type { EndpointQueue } from './endpoint-queue.ts'
import { orderKey, type PendingDelivery } from './pending-delivery.ts'
import { countKept, countReleased } from './queue-memory.ts'

export function enqueue(queue: EndpointQueue, pending: PendingDelivery): void {
  const key = orderKey(pending)
  const waiting = queue.conversations.get(key)
  queue.queued += 1
  countKept(queue.bytes, 'inOrder', pending)
  if (waiting !== undefined) {
    waiting.push(pending)
    return
  }
  queue.conversations.set(key, [pending])
  if (!queue.inFlight.has(key)) queue.ready.add(key)
}

export function isWaiting(queue: EndpointQueue, pending: PendingDelivery): boolean {
  return queue.conversations.has(orderKey(pending))
}

/** Takes the next delivery that is due at `now` (ms since 1970). It is in flight from here on. */
export function take(queue: EndpointQueue, now: number): PendingDelivery | undefined {
  for (const key of queue.ready) {
    const head = queue.conversations.get(key)?.[0]
    if (head === undefined) {
      queue.ready.delete(key)
      continue
    }
    if (dueAt(head) > now) continue
    queue.ready.delete(key)
    queue.inFlight.add(key)
    return head
  }
  return undefined
}

/**
 * Ends an attempt. `again` is the delivery as it waits for its next attempt at the head of its conversation; null
 * lets the next delivery go. A queue that was emptied meanwhile reads the delivery again with the backlog, so it is
 * not put back: it would be sent twice.
 */
export function finish(
  queue: EndpointQueue,
  pending: PendingDelivery,
  again: PendingDelivery | null,
): void {
  const key = orderKey(pending)
  queue.inFlight.delete(key)
  const waiting = queue.conversations.get(key) ?? []
  const isStillHead = waiting[0]?.id === pending.id
  const now = isStillHead ? [...(again === null ? [] : [again]), ...waiting.slice(1)] : waiting
  queue.queued += now.length - waiting.length
  if (isStillHead && again === null) countReleased(queue.bytes, 'inOrder', pending)
  if (now.length === 0) {
    queue.conversations.delete(key)
    return
  }
  queue.conversations.set(key, now)
  queue.ready.add(key)
}

/** When the earliest waiting delivery is due, ms since 1970; undefined when none may be sent. */
export function nextDue(queue: EndpointQueue): number | undefined {
  let earliest: number | undefined
  for (const key of queue.ready) {
    const head = queue.conversations.get(key)?.[0]
    if (head === undefined) continue
    const due = dueAt(head)
    // A delivery that was never attempted is due first, and a long queue holds mostly such ones.
    if (due === 0) return 0
    if (earliest === undefined || due < earliest) earliest = due
  }
  return earliest
}

function dueAt({ next_at, attempts }: PendingDelivery): number {
  return attempts === 0 || next_at === null ? 0 : Date.parse(next_at)
}
