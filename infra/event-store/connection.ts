import { DAY_MS } from '@recado/domain/durations'
import type { RunningTime } from '../concurrency/running-time.ts'
import { NotSent } from './client-fault.ts'
import type { Dialled } from './dial.ts'
import { StoreTooOld, StoreUnavailable } from './errors.ts'
import type { Limits } from './limits.ts'
import { type Line, openLine } from './line.ts'

/** How often a line is judged, ms. */
const LOOK_MS = 250

/** Larger than any difference between clocks that an operator would tolerate. */

/**
 * The line in use, replaced when it stays silent: keepalive alone needs 20 seconds to notice a mute connection. A lost
 * or refused connection needs no replacement, because the client redials with its next call. Open one per process: the
 * client's table of pending appends is module-wide, so a broken append stream rejects the pending appends of every
 * other client too (they are retried).
 */
export type Connection = {
  readonly time: RunningTime
  /** The line in use, its version checked. @throws NotSent when that takes too long, StoreTooOld, StoreUnavailable */
  ready(timeoutMs: number): Promise<Line>
  /** Added to deadlines that the server judges by its own clock, ms. */
  allowanceMs(): number
  /** Reports that the server called a deadline over that was not by our clock. */
  clockIsAhead(): void
  /** @throws StoreUnavailable after `close` */
  assertOpen(): void
  close(): Promise<void>
}

/** @throws when the connection string cannot be read */
export function openConnection(
  dial: () => Dialled,
  { silenceMs, replaceMs }: Pick<Limits, 'silenceMs' | 'replaceMs'>,
  time: RunningTime,
): Connection {
  const open = () => openLine(dial(), time, silenceMs, replace)
  let line = open()
  let replaceAt = Number.NEGATIVE_INFINITY
  let leaving: Promise<unknown> = Promise.resolve()
  let closed = false
  let allowanceMs = 0

  function replace(condemned: Line) {
    if (closed || condemned !== line || time.now() < replaceAt) return
    replaceAt = time.now() + replaceMs
    line = open()
    leaving = Promise.all([leaving, condemned.giveUp()])
  }
  function assertOpen() {
    if (closed) throw closedConnection()
  }
  const endJudging = time.every(LOOK_MS, () => line.judge())

  return {
    time,
    assertOpen,
    async ready(timeoutMs) {
      assertOpen()
      const used = line
      await used.check(timeoutMs).catch(notReady)
      return used
    },
    allowanceMs: () => allowanceMs,
    clockIsAhead() {
      allowanceMs = DAY_MS
    },
    async close() {
      if (closed) return
      closed = true
      endJudging()
      await Promise.all([leaving, line.giveUp()])
    },
  }
}

function notReady(error: unknown): never {
  if (error instanceof StoreTooOld) throw error
  throw new NotSent('the event store cannot be reached', error)
}

function closedConnection(): StoreUnavailable {
  return new StoreUnavailable('the connection to the event store was closed by this process', {
    outcomeUnknown: false,
  })
}
