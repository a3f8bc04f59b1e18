import { type Owed, orderKey } from './owed.ts'

/** How much of one webhook's backlog is kept in memory; the rest stays in the database. */
export const LANE_CAPACITY = 500

/** The deliveries of one webhook in memory: in order per conversation, one at a time each. */
export type Lane = {
  readonly connectionId: string
  /** Everything owed up to this ordinal is here, in flight, done, or left to its late retry. */
  seen: number
  /** The newest ordinal heard of. */
  known: number
  /** Log position of the newest delivery that was offered. */
  position: number
  readonly queues: Map<string, Owed[]>
  /** Offered before what comes between was loaded, by ordinal. */
  readonly ahead: Map<number, Owed>
  /** Conversations whose head may go now, in turn. */
  readonly ready: Set<string>
  readonly inFlight: Set<string>
  queued: number
  loading: boolean
  /** Counts how often it was emptied: what was being read then is void. */
  generation: number
  /** Failed attempts since the last good one. */
  failures: number
  /** No attempt before, ms since the epoch. */
  restsUntil: number
  timer: NodeJS.Timeout | undefined
}

/** A lane nothing is known of: what its webhook is owed has to be loaded. */
export function emptyLane(connectionId: string): Lane {
  return {
    connectionId,
    seen: 0,
    known: 0,
    position: -1,
    queues: new Map(),
    ahead: new Map(),
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
export function offer(lane: Lane, owed: Owed): boolean {
  lane.known = Math.max(lane.known, owed.ordinal)
  if (owed.ordinal > lane.seen && lane.queued + lane.ahead.size < LANE_CAPACITY)
    lane.ahead.set(owed.ordinal, owed)
  follow(lane)
  return lane.known > lane.seen
}

/** Goes on with what was kept ahead, now that more is seen. */
export function closeRanks(lane: Lane): void {
  for (const ordinal of lane.ahead.keys()) if (ordinal <= lane.seen) lane.ahead.delete(ordinal)
  follow(lane)
}

function follow(lane: Lane): void {
  for (;;) {
    const next = lane.ahead.get(lane.seen + 1)
    if (next === undefined) return
    lane.ahead.delete(next.ordinal)
    lane.seen = next.ordinal
    lane.position = next.position
    enqueue(lane, next)
  }
}

/** Puts a delivery behind the earlier ones of its conversation. */
export function enqueue(lane: Lane, owed: Owed): void {
  const key = orderKey(owed)
  const queue = lane.queues.get(key)
  lane.queued += 1
  if (queue !== undefined) {
    queue.push(owed)
    return
  }
  lane.queues.set(key, [owed])
  if (!lane.inFlight.has(key)) lane.ready.add(key)
}

/** The next delivery that may go at `now` (ms since the epoch); it is in flight from here on. */
export function take(lane: Lane, now: number): Owed | undefined {
  for (const key of lane.ready) {
    const head = lane.queues.get(key)?.[0]
    if (head === undefined) {
      lane.ready.delete(key)
      continue
    }
    if (dueAt(head) > now) continue
    lane.ready.delete(key)
    lane.inFlight.add(key)
    return head
  }
  return undefined
}

/**
 * Ends an attempt. `again` is the delivery as it waits for its next attempt ahead of its conversation; null
 * lets the next one go. A lane that was emptied meanwhile takes it back in the same way.
 */
export function finish(lane: Lane, owed: Owed, again: Owed | null): void {
  const key = orderKey(owed)
  lane.inFlight.delete(key)
  const queue = lane.queues.get(key) ?? []
  const stillHead = queue[0]?.id === owed.id
  const rest = stillHead ? queue.slice(1) : queue
  const now = again === null ? rest : [again, ...rest]
  lane.queued += now.length - queue.length
  if (now.length === 0) {
    lane.queues.delete(key)
    return
  }
  lane.queues.set(key, now)
  lane.ready.add(key)
}

/** Forgets what waits, to load it again: in flight stays in flight. */
export function empty(lane: Lane): void {
  lane.queues.clear()
  lane.ahead.clear()
  lane.ready.clear()
  lane.queued = 0
  lane.seen = 0
  lane.known = 0
  lane.generation += 1
  clearTimeout(lane.timer)
  lane.timer = undefined
}

/** When the earliest waiting head is due, ms since the epoch; undefined when nothing waits. */
export function nextDue(lane: Lane): number | undefined {
  let earliest: number | undefined
  for (const key of lane.ready) {
    const head = lane.queues.get(key)?.[0]
    if (head === undefined) continue
    const due = dueAt(head)
    if (earliest === undefined || due < earliest) earliest = due
  }
  return earliest
}

function dueAt({ next_at, attempts }: Owed): number {
  return attempts === 0 || next_at === null ? 0 : Date.parse(next_at)
}
