import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { LeaseTurns } from './lease-turns.ts'

/** Turns on a connection, so that all processes together stay below what its provider bears. */
export type Pacing = {
  /**
   * Waits for a turn.
   * @param perSecond turns a second on this connection
   * @returns false when none comes free within `withinMs`; then none is taken
   */
  take(connectionId: string, perSecond: number, withinMs: number): Promise<boolean>
  /**
   * Spaces the calls themselves: turns that were kept up on their way to a call, as by a slow log, would arrive
   * all at once.
   */
  pass(connectionId: string, perSecond: number): Promise<void>
}

/** Turns held by this process: when each begins, in ms of the clock. */
type Lane = {
  turns: number[]
  asking: Promise<boolean> | null
  /** When the calls made so far would be over, one after the other. */
  busyUntil: number
  /** When the calls of the last second left, in ms of the clock. */
  left: number[]
}

const LARGEST_LEASE = 10
const KEPT_MS = 10_000

/**
 * Turns are leased in small blocks, so most sends of a busy connection cost no statement.
 * @param clock milliseconds that never go back
 */
export function pacing(lease: LeaseTurns, clock = () => performance.now()): Pacing {
  const lanes = new LRUCache<string, Lane>({ max: 20_000 })
  const laneOf = (connectionId: string): Lane => {
    const lane = lanes.get(connectionId) ?? { turns: [], asking: null, busyUntil: 0, left: [] }
    lanes.set(connectionId, lane)
    return lane
  }
  return {
    async take(connectionId, perSecond, withinMs) {
      const lane = laneOf(connectionId)
      const deadline = clock() + withinMs
      for (;;) {
        const turn = nextTurn(lane, perSecond, clock())
        if (turn !== undefined) return begins(lane, turn, deadline, clock)
        const left = Math.max(0, deadline - clock())
        lane.asking ??= refill(lease, lane, connectionId, perSecond, left, clock)
        if (!(await lane.asking) && lane.turns.length === 0) return false
      }
    },
    async pass(connectionId, perSecond) {
      const lane = laneOf(connectionId)
      const intervalMs = 1_000 / perSecond
      const now = clock()
      // As many at once as a lease has turns saved up.
      const wait = lane.busyUntil - now - (leaseOf(perSecond) - 1) * intervalMs
      lane.busyUntil = Math.max(now, lane.busyUntil) + intervalMs
      if (wait > 0) await delay(wait)
      await leave(lane, perSecond, clock)
    },
  }
}

/** Waits while a second's calls left within the last second: timers that a busy process kept up fire all at once. */
async function leave(lane: Lane, perSecond: number, clock: () => number): Promise<void> {
  for (;;) {
    const since = clock() - 1_000
    lane.left = lane.left.filter((at) => at > since)
    const [oldest] = lane.left
    if (oldest === undefined || lane.left.length < perSecond) break
    await delay(oldest - since)
  }
  lane.left.push(clock())
}

function leaseOf(perSecond: number): number {
  return Math.max(1, Math.min(LARGEST_LEASE, Math.floor(perSecond / 8)))
}

// Turns kept too long by many processes would make a burst; kept too short, each lone send costs a statement.
function nextTurn(lane: Lane, perSecond: number, now: number): number | undefined {
  const oldest = now - Math.max(KEPT_MS, 3_000 / perSecond)
  while (lane.turns[0] !== undefined && lane.turns[0] < oldest) lane.turns.shift()
  return lane.turns.shift()
}

async function begins(lane: Lane, turn: number, deadline: number, clock: () => number) {
  const now = clock()
  // One that is free by now is taken, however long the lease took.
  if (turn > Math.max(deadline, now)) {
    lane.turns.unshift(turn)
    return false
  }
  const wait = turn - now
  if (wait > 0) await delay(wait)
  return true
}

async function refill(
  lease: LeaseTurns,
  lane: Lane,
  connectionId: string,
  perSecond: number,
  withinMs: number,
  clock: () => number,
): Promise<boolean> {
  const count = leaseOf(perSecond)
  const intervalMs = 1_000 / perSecond
  try {
    const given = await lease(connectionId, count, intervalMs, withinMs)
    if (given === null) return false
    const first = clock() + given.inMs
    for (let turn = 0; turn < count; turn++) lane.turns.push(first + turn * intervalMs)
    return true
  } finally {
    lane.asking = null
  }
}
