import type { EventStoreDBClient } from '@eventstore/db-client'
import { answered } from './answered.ts'
import { NotSent } from './client-fault.ts'
import { StoreTooOld, StoreUnavailable } from './errors.ts'
import type { Line } from './line.ts'
import { muteWatch } from './mute-watch.ts'
import { replaceableLine } from './replaceable-line.ts'

/** A connection is not given up before this age, however many calls suspect it, in ms. */
const MIN_AGE_MS = 250

/** Further than clocks are apart that anybody would leave so. */
const A_DAY_MS = 86_400_000

/** How long calls on a connection given up may still be answered, in ms: it may just be slow. */
const GRACE_MS = 2_000

/**
 * The client in use, replaced when nothing comes back: keepalive alone would need 20 seconds to notice a mute
 * connection, and after a long outage grpc dials again only every two minutes. One connection per process: the client's
 * table of waiting appends belongs to its module, so an append stream that breaks rejects the waiting appends of every
 * other client too (they are sent again).
 */
export type Connection = {
  /**
   * The client in use, once its server is known to be new enough.
   * @throws NotSent when that is not known in time, StoreTooOld, StoreUnavailable after `close`
   */
  ready(timeoutMs: number): Promise<EventStoreDBClient>
  /** Whether calls still go through this client. */
  uses(client: EventStoreDBClient): boolean
  /** Something came back: the connection is not mute. */
  answered(): void
  /** A call waits for its answer, until the returned function is called. */
  waiting(): () => void
  /** A call begun at `since` (ms, `performance.now`) was never answered; if no other was, dial anew. */
  suspect(since: number): void
  /** What a deadline that the server judges by its own clock is put off by, ms. */
  allowanceMs(): number
  /** The server called a deadline over that was not by our clock: its own is ahead. */
  clockIsAhead(): void
  /** @throws StoreUnavailable after `close` */
  assertOpen(): void
  close(): Promise<void>
}

/**
 * Opens nothing yet: the first call dials.
 * @throws when the connection string cannot be read
 */
export function openConnection(url: string): Connection {
  const line = replaceableLine(url)
  let lastSign = performance.now()
  let closed = false
  let allowanceMs = 0
  let doubting = false
  const mute = muteWatch(() => void doubt())

  /** Goes to another leader at once: what the old one still says no longer counts. */
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
    if (closed || lastSign > since || performance.now() - line.openedAt() < MIN_AGE_MS) return
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
      lastSign = performance.now()
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

/** @throws StoreTooOld, NotSent */
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
