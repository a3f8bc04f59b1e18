import { orderKey, type PendingDelivery } from './pending-delivery.ts'

/** How much of one webhook's backlog is kept in memory; the rest stays in the database. */
export const QUEUE_CAPACITY = 500

/** The deliveries of one webhook in memory: in order per conversation, one at a time each. */
export type EndpointQueue = {
  readonly connectionId: string
  /** Everything pending up to this ordinal is here, in flight, done, or left to its late retry. */
  loadedThrough: number
  /** The newest ordinal heard of. */
  announcedThrough: number
  /** Log position of the newest delivery that was offered. */
  position: number
  readonly conversations: Map<string, PendingDelivery[]>
  /** Offered before what comes between was loaded, by ordinal. */
  readonly outOfOrder: Map<number, PendingDelivery>
  /** Conversations whose head may go now, in turn. */
  readonly ready: Set<string>
  readonly inFlight: Set<string>
  queued: number
  loading: boolean
  /** Counts how often it was emptied: what was being read then is void. */
  generation: number
  /** Failed attempts since the last good one. */
  failures: number
  /** No attempt before, ms since 1970. */
  restsUntil: number
  timer: NodeJS.Timeout | undefined
}

/** A queue nothing is known of: what is pending for its webhook has to be loaded. */
export function newEndpointQueue(connectionId: string): EndpointQueue {
  return {
    connectionId,
    loadedThrough: 0,
    announcedThrough: 0,
    position: -1,
    conversations: new Map(),
    outOfOrder: new Map(),
    ready: new Set(),
    inFlight: new Set(),
    queued: 0,
    loading: false,
    generation: 0,
    failures: 0,
    restsUntil: 0,
    timer: undefined,
  }
}

/**
 * Takes a delivery that was just committed when it is the next one. One further ahead is kept until the gap before
 * it is loaded: under steady load there is no quiet moment in which a load could catch up with the news.
 * @returns whether something has to be loaded
 */
export function offer(queue: EndpointQueue, pending: PendingDelivery): boolean {
  queue.announcedThrough = Math.max(queue.announcedThrough, pending.ordinal)
  if (
    pending.ordinal > queue.loadedThrough &&
    queue.queued + queue.outOfOrder.size < QUEUE_CAPACITY
  )
    queue.outOfOrder.set(pending.ordinal, pending)
  follow(queue)
  return queue.announcedThrough > queue.loadedThrough
}

/** Goes on with what was kept ahead, now that more is seen. */
export function drainContiguous(queue: EndpointQueue): void {
  for (const ordinal of queue.outOfOrder.keys())
    if (ordinal <= queue.loadedThrough) queue.outOfOrder.delete(ordinal)
  follow(queue)
}

function follow(queue: EndpointQueue): void {
  for (;;) {
    const next = queue.outOfOrder.get(queue.loadedThrough + 1)
    if (next === undefined) return
    queue.outOfOrder.delete(next.ordinal)
    queue.loadedThrough = next.ordinal
    queue.position = next.position
    enqueue(queue, next)
  }
}

/** Puts a delivery behind the earlier ones of its conversation. */
export function enqueue(queue: EndpointQueue, pending: PendingDelivery): void {
  const key = orderKey(pending)
  const waiting = queue.conversations.get(key)
  queue.queued += 1
  if (waiting !== undefined) {
    waiting.push(pending)
    return
  }
  queue.conversations.set(key, [pending])
  if (!queue.inFlight.has(key)) queue.ready.add(key)
}

/** The next delivery that may go at `now` (ms since 1970); it is in flight from here on. */
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
 * Ends an attempt. `again` is the delivery as it waits for its next attempt ahead of its conversation; null
 * lets the next one go. A queue that was emptied meanwhile takes it back in the same way.
 */
export function finish(
  queue: EndpointQueue,
  pending: PendingDelivery,
  again: PendingDelivery | null,
): void {
  const key = orderKey(pending)
  queue.inFlight.delete(key)
  const waiting = queue.conversations.get(key) ?? []
  const stillHead = waiting[0]?.id === pending.id
  const rest = stillHead ? waiting.slice(1) : waiting
  const now = again === null ? rest : [again, ...rest]
  queue.queued += now.length - waiting.length
  if (now.length === 0) {
    queue.conversations.delete(key)
    return
  }
  queue.conversations.set(key, now)
  queue.ready.add(key)
}

/** Forgets what waits, to load it again: in flight stays in flight. */
export function empty(queue: EndpointQueue): void {
  queue.conversations.clear()
  queue.outOfOrder.clear()
  queue.ready.clear()
  queue.queued = 0
  queue.loadedThrough = 0
  queue.announcedThrough = 0
  queue.generation += 1
  clearTimeout(queue.timer)
  queue.timer = undefined
}

/** When the earliest waiting head is due, ms since 1970; undefined when nothing waits. */
export function nextDue(queue: EndpointQueue): number | undefined {
  let earliest: number | undefined
  for (const key of queue.ready) {
    const head = queue.conversations.get(key)?.[0]
    if (head === undefined) continue
    const due = dueAt(head)
    if (earliest === undefined || due < earliest) earliest = due
  }
  return earliest
}

function dueAt({ next_at, attempts }: PendingDelivery): number {
  return attempts === 0 || next_at === null ? 0 : Date.parse(next_at)
}
