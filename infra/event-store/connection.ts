import type { EventStoreDBClient } from '@eventstore/db-client'
import { answered } from './answered.ts'
import { NotSent } from './client-fault.ts'
import { StoreTooOld, StoreUnavailable } from './errors.ts'
import { type Line, openLine } from './line.ts'
import { muteWatch } from './mute-watch.ts'

/** No sooner is a connection given up again, however many calls suspect it, in ms. */
const MIN_AGE_MS = 250

/** What is in flight on a connection given up may still be answered for so long: it may just be slow. */
const GRACE_MS = 2_000

/**
 * The client in use, replaced when nothing comes back: keepalive alone would need 20 seconds to notice a mute
 * connection, and after a long outage grpc dials again only every two minutes. One connection per process: the client's table of waiting appends belongs to its module, so an
 * append stream that breaks rejects the waiting appends of every other client too (they are sent again).
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
  /** @throws StoreUnavailable after `close` */
  assertOpen(): void
  close(): Promise<void>
}

/**
 * Opens nothing yet: the first call dials.
 * @throws when the connection string cannot be read
 */
export function openConnection(url: string): Connection {
  let dialled = 0
  const fresh = (address: string) => distinct(address, dialled++)
  let line = openLine(url, fresh)
  let openedAt = performance.now()
  let lastSign = openedAt
  let closed = false
  let doubting = false
  const retired = new Set<Line>()
  const mute = muteWatch(() => void doubt())

  /** Another leader is gone to at once: what the old one still says no longer counts. */
  async function doubt() {
    if (doubting) return
    doubting = true
    const doubted = line
    const leader = await doubted.otherLeader()
    doubting = false
    if (leader !== null && line === doubted && !closed) replace(0)
  }

  function replace(graceMs: number) {
    const old = line
    line = openLine(url, fresh)
    openedAt = performance.now()
    retired.add(old)
    setTimeout(() => void retire(old), graceMs).unref()
  }

  async function retire(old: Line) {
    if (retired.delete(old)) await old.hangUp()
  }

  function assertOpen() {
    if (closed) throw closedConnection()
  }

  function suspect(since: number) {
    if (closed || lastSign > since || performance.now() - openedAt < MIN_AGE_MS) return
    replace(GRACE_MS)
  }

  async function check(checked: Line, timeoutMs: number) {
    const since = performance.now()
    try {
      await answered(timeoutMs, checked.check())
    } catch (error) {
      if (error instanceof StoreTooOld) throw error
      suspect(since)
      throw new NotSent('the event store cannot be reached', error)
    }
  }

  return {
    async ready(timeoutMs) {
      assertOpen()
      const used = line
      if (!used.checked) await check(used, timeoutMs)
      return used.client
    },
    uses: (client) => line.client === client,
    waiting: mute.waiting,
    assertOpen,
    suspect,
    answered() {
      lastSign = performance.now()
      mute.sign()
    },
    async close() {
      if (closed) return
      closed = true
      mute.stop()
      await Promise.all([line, ...retired].map((open) => open.hangUp()))
    },
  }
}

/**
 * The same server by another name: grpc shares one connection between all channels with equal options, so
 * a second client would be handed the connection we give up. The one option that can differ harmlessly is
 * the keepalive timeout, by a millisecond.
 */
function distinct(url: string, dialled: number): string {
  if (dialled === 0) return url
  const given = Number(/[?&]keepAliveTimeout=(\d+)/i.exec(url)?.[1] ?? 10_000)
  return `${url}${url.includes('?') ? '&' : '?'}keepAliveTimeout=${given + (dialled % 1_000)}`
}

function closedConnection(): StoreUnavailable {
  return new StoreUnavailable('the connection to the event store was closed by this process', {
    outcomeUnknown: false,
  })
}
