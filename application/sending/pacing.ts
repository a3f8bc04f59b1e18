import { sleep } from '@recado/infra/concurrency/sleep'
import { LRUCache } from 'lru-cache'
import type { LeaseTurns } from './lease-turns.ts'

/** Turns to send on a connection. They keep all processes together below its provider's limit. */
export type Pacing = {
  /** Waits for a turn. @returns false when none comes free within `withinMs`; then none is taken */
  acquireTurn(connectionId: string, perSecond: number, withinMs: number): Promise<boolean>
  /** Spaces the calls themselves: turns delayed on their way to a call, as by a slow log, would arrive all at once. */
  spaceCall(connectionId: string, perSecond: number): Promise<SpacedCall>
}

/** A call that may begin now. */
export type SpacedCall = {
  /**
   * Call it when the provider answers that the number sends too fast. It halves the number's pace for a minute, and
   * halves it again for an answer to a call that already followed the slower pace.
   */
  slowDown(): void
}

/** A clock in ms; `now` never goes back. */
export type PaceTime = { now(): number; wait(ms: number): Promise<unknown> }

const PROCESS_TIME: PaceTime = { now: () => performance.now(), wait: sleep }

type Pace = {
  turns: number[]
  leasing: Leasing | null
  /** When the calls made so far would end, if each took one interval. */
  busyUntil: number
  /** When the calls of the last second began. */
  begunAt: number[]
  /** The share of its pace that the connection has until `slowUntil`. */
  part: number
  slowUntil: number
  /** How often the pace became slower: calls under way during one slow-down all report the pace before it. */
  slowings: number
}

type Leasing = { readonly deadline: number; readonly given: Promise<boolean> }

const TURN_LIFETIME_MS = 10_000
const SLOW_DOWN_MS = 60_000
const MIN_PART = 1 / 8

/**
 * Opens the pacing of this process. Turns are leased in small blocks, so most sends of a busy connection cost no
 * statement.
 */
export function pacing(lease: LeaseTurns, time: PaceTime = PROCESS_TIME): Pacing {
  const paces = new LRUCache<string, Pace>({ max: 20_000 })
  const paceOf = (connectionId: string): Pace => {
    const pace = paces.get(connectionId) ?? newPace()
    paces.set(connectionId, pace)
    return pace
  }
  const currentRate = ({ part, slowUntil }: Pace, perSecond: number) =>
    time.now() < slowUntil ? part * perSecond : perSecond
  return {
    async acquireTurn(connectionId, granted, withinMs) {
      const pace = paceOf(connectionId)
      const perSecond = currentRate(pace, granted)
      const deadline = time.now() + withinMs
      for (;;) {
        const turn = nextTurn(pace, perSecond, time.now())
        if (turn !== undefined) return awaitTurn(pace, turn, deadline, time)
        pace.leasing ??= beginLeasing(lease, pace, connectionId, perSecond, deadline, time)
        const shared = pace.leasing
        if (await shared.given) continue
        // Ask again if the caller that requested the lease had an earlier deadline.
        if (pace.turns.length === 0 && shared.deadline >= deadline) return false
      }
    },
    async spaceCall(connectionId, granted) {
      const pace = paceOf(connectionId)
      const perSecond = currentRate(pace, granted)
      const intervalMs = 1_000 / perSecond
      const now = time.now()
      // Allow as many calls at once as one lease has turns.
      const wait = pace.busyUntil - now - (turnsPerLease(perSecond) - 1) * intervalMs
      pace.busyUntil = Math.max(now, pace.busyUntil) + intervalMs
      if (wait > 0) await time.wait(wait)
      await waitForRoom(pace, perSecond, time)
      const { slowings } = pace
      return { slowDown: () => slowings === pace.slowings && slowDown(pace, time) }
    },
  }
}

function newPace(): Pace {
  return { turns: [], leasing: null, busyUntil: 0, begunAt: [], part: 1, slowUntil: 0, slowings: 0 }
}

/** Turns that are already leased follow the earlier pace. */
function slowDown(pace: Pace, time: PaceTime): void {
  const part = time.now() < pace.slowUntil ? pace.part : 1
  pace.part = Math.max(MIN_PART, part / 2)
  pace.slowUntil = time.now() + SLOW_DOWN_MS
  pace.slowings += 1
}

/** Waits while the last second is full: delayed timers of a busy process fire all at once. */
async function waitForRoom(pace: Pace, perSecond: number, time: PaceTime): Promise<void> {
  for (;;) {
    const since = time.now() - 1_000
    pace.begunAt = pace.begunAt.filter((at) => at > since)
    const [oldest] = pace.begunAt
    if (oldest === undefined || pace.begunAt.length < perSecond) break
    await time.wait(oldest - since)
  }
  pace.begunAt.push(time.now())
}

function turnsPerLease(perSecond: number): number {
  return Math.max(1, Math.floor(perSecond / 8))
}

// Turns kept too long in many processes make a burst; kept too briefly, each lone send costs a statement.
function nextTurn(pace: Pace, perSecond: number, now: number): number | undefined {
  const oldest = now - Math.max(TURN_LIFETIME_MS, 3_000 / perSecond)
  while (pace.turns[0] !== undefined && pace.turns[0] < oldest) pace.turns.shift()
  return pace.turns.shift()
}

async function awaitTurn(pace: Pace, turn: number, deadline: number, time: PaceTime) {
  const now = time.now()
  // A turn that has begun is taken, however long the lease took.
  if (turn > Math.max(deadline, now)) {
    pace.turns.unshift(turn)
    return false
  }
  const wait = turn - now
  if (wait > 0) await time.wait(wait)
  return true
}

function beginLeasing(
  lease: LeaseTurns,
  pace: Pace,
  connectionId: string,
  perSecond: number,
  deadline: number,
  time: PaceTime,
): Leasing {
  const withinMs = Math.max(0, deadline - time.now())
  return { deadline, given: refill(lease, pace, connectionId, perSecond, withinMs, time) }
}

async function refill(
  lease: LeaseTurns,
  pace: Pace,
  connectionId: string,
  perSecond: number,
  withinMs: number,
  time: PaceTime,
): Promise<boolean> {
  const count = turnsPerLease(perSecond)
  const intervalMs = 1_000 / perSecond
  try {
    const given = await lease(connectionId, count, intervalMs, withinMs)
    if (given === null) return false
    const first = time.now() + given.inMs
    for (let turn = 0; turn < count; turn++) pace.turns.push(first + turn * intervalMs)
    return true
  } finally {
    pace.leasing = null
  }
}
