import { orderKey, type PendingDelivery } from './pending-delivery.ts'
import { countKept, countReleased, type QueueBytes } from './queue-memory.ts'

/** The deliveries of one queue that are loaded, in order within a conversation. Only this module writes them. */
export type Conversations = {
  /** Waiting deliveries by order key (`orderKey`), each list in order. */
  readonly waiting: ReadonlyMap<string, readonly PendingDelivery[]>
  /** Order keys without an attempt under way, in turn. */
  readonly ready: ReadonlySet<string>
  readonly inFlight: ReadonlySet<string>
  readonly queued: number
  readonly bytes: QueueBytes
}

type Written = {
  readonly waiting: Map<string, PendingDelivery[]>
  readonly ready: Set<string>
  readonly inFlight: Set<string>
  queued: number
  readonly bytes: QueueBytes
}

/** @param bytes of the queue, where the bodies are counted */
export function noConversations(bytes: QueueBytes): Conversations {
  return { waiting: new Map(), ready: new Set(), inFlight: new Set(), queued: 0, bytes }
}

/** Adds a delivery at the end of its conversation. */
export function enqueue(conversations: Conversations, pending: PendingDelivery): void {
  const own = conversations as Written
  const key = orderKey(pending)
  const waiting = own.waiting.get(key)
  own.queued += 1
  countKept(own.bytes, 'inOrder', pending)
  if (waiting !== undefined) {
    waiting.push(pending)
    return
  }
  own.waiting.set(key, [pending])
  if (!own.inFlight.has(key)) own.ready.add(key)
}

/** Whether a delivery with the same order key waits. */
export function isWaiting({ waiting }: Conversations, pending: PendingDelivery): boolean {
  return waiting.has(orderKey(pending))
}

/** Takes the next delivery that is due at `now` (ms since 1970). It is in flight from here on. */
export function take(conversations: Conversations, now: number): PendingDelivery | undefined {
  const { waiting, ready, inFlight } = conversations as Written
  for (const key of ready) {
    const head = waiting.get(key)?.[0]
    if (head === undefined) {
      ready.delete(key)
      continue
    }
    if (dueAt(head) > now) continue
    ready.delete(key)
    inFlight.add(key)
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
  conversations: Conversations,
  pending: PendingDelivery,
  again: PendingDelivery | null,
): void {
  const own = conversations as Written
  const key = orderKey(pending)
  own.inFlight.delete(key)
  const waiting = own.waiting.get(key) ?? []
  const isStillHead = waiting[0]?.id === pending.id
  const now = isStillHead ? [...(again === null ? [] : [again]), ...waiting.slice(1)] : waiting
  own.queued += now.length - waiting.length
  if (isStillHead && again === null) countReleased(own.bytes, 'inOrder', pending)
  if (now.length === 0) {
    own.waiting.delete(key)
    return
  }
  own.waiting.set(key, now)
  own.ready.add(key)
}

/** When the earliest waiting delivery is due, ms since 1970; undefined when none may be sent. */
export function nextDue({ waiting, ready }: Conversations): number | undefined {
  let earliest: number | undefined
  for (const key of ready) {
    const head = waiting.get(key)?.[0]
    if (head === undefined) continue
    const due = dueAt(head)
    // A delivery that was never attempted is due first, and a long queue holds mostly such ones.
    if (due === 0) return 0
    if (earliest === undefined || due < earliest) earliest = due
  }
  return earliest
}

/** Forgets waiting deliveries. Attempts under way continue. */
export function forgetWaiting(conversations: Conversations): void {
  const own = conversations as Written
  own.waiting.clear()
  own.ready.clear()
  own.queued = 0
}

function dueAt({ next_at, attempts }: PendingDelivery): number {
  return attempts === 0 || next_at === null ? 0 : Date.parse(next_at)
}
