import type { EventStoreDBClient } from '@eventstore/db-client'
import { answered } from './answered.ts'
import { NotSent } from './client-fault.ts'
import { StoreTooOld, StoreUnavailable } from './errors.ts'
import type { Line } from './line.ts'
import { muteWatch } from './mute-watch.ts'
import { replaceableLine } from './replaceable-line.ts'

/** Younger connections are not replaced, however many calls suspect them, ms. */
const MIN_AGE_MS = 250

/** Larger than any difference between clocks that an operator would tolerate. */
const A_DAY_MS = 86_400_000

/** How long calls in flight on a replaced connection may still be answered, ms: it may only be slow. */
const GRACE_MS = 2_000

/**
 * The client in use, replaced when the server stays silent: keepalive alone needs 20 seconds to notice a mute
 * connection, and after a long outage grpc redials only every two minutes. Open one per process: the client's table
 * of pending appends is module-wide, so a broken append stream rejects the pending appends of every other client too
 * (they are retried).
 */
export type Connection = {
  /** The client in use, its version checked. @throws NotSent when that takes too long, StoreTooOld, StoreUnavailable */
  ready(timeoutMs: number): Promise<EventStoreDBClient>
  uses(client: EventStoreDBClient): boolean
  answered(): void
  /** Reports a waiting call, until the returned function is called. */
  waiting(): () => void
  /** Reports a call begun at `since` (`performance.now`) without an answer. Redials if nothing was answered since. */
  suspect(since: number): void
  /** Added to deadlines that the server judges by its own clock, ms. */
  allowanceMs(): number
  /** Reports that the server called a deadline over that was not by our clock. */
  clockIsAhead(): void
  /** @throws StoreUnavailable after `close` */
  assertOpen(): void
  close(): Promise<void>
}

/** Dials on the first call. @throws when the connection string cannot be read */
export function openConnection(url: string): Connection {
  const line = replaceableLine(url)
  let lastAnswerAt = performance.now()
  let closed = false
  let allowanceMs = 0
  let doubting = false
  const mute = muteWatch(() => void doubt())

  /** Switches to another leader at once: answers of the old one no longer count. */
  async function doubt() {
    if (doubting) return
    doubting = true
    const doubted = line.current()
    const leader = await doubted.otherLeader()
    doubting = false
    if (leader !== null && line.current() === doubted && !closed) line.replace(0)
  }

  function assertOpen() {
    if (closed) throw closedConnection()
  }

  function suspect(since: number) {
    if (closed || lastAnswerAt > since || performance.now() - line.openedAt() < MIN_AGE_MS) return
    line.replace(GRACE_MS)
  }

  return {
    async ready(timeoutMs) {
      assertOpen()
      const used = line.current()
      if (!used.checked) await check(used, timeoutMs, suspect)
      return used.client
    },
    uses: (client) => line.current().client === client,
    waiting: mute.waiting,
    assertOpen,
    suspect,
    allowanceMs: () => allowanceMs,
    clockIsAhead() {
      allowanceMs = A_DAY_MS
    },
    answered() {
      lastAnswerAt = performance.now()
      mute.sign()
    },
    async close() {
      if (closed) return
      closed = true
      mute.stop()
      await line.hangUp()
    },
  }
}

async function check(line: Line, timeoutMs: number, suspect: (since: number) => void) {
  const since = performance.now()
  try {
    await answered(timeoutMs, line.check())
  } catch (error) {
    if (error instanceof StoreTooOld) throw error
    suspect(since)
    throw new NotSent('the event store cannot be reached', error)
  }
}

function closedConnection(): StoreUnavailable {
  return new StoreUnavailable('the connection to the event store was closed by this process', {
    outcomeUnknown: false,
  })
}
