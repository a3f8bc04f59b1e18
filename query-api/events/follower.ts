import type { ReadModels } from '@recado/application/read-models/read-models'
import { type SharedSlots, sharedSlots } from '@recado/infra/concurrency/shared-slots'
import { type HttpProblem, rateLimited, unavailable } from '@recado/infra/http/http-problem'
import type { Sessions } from '@recado/infra/http/sign-in/sessions'
import { type Pool, runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { CHECK_MS, type OfSession, sessionCheck } from '../streams/end-with-session.ts'
import { type WaitEnd, type Waiter, waitForMore } from '../streams/waiter.ts'

export type Following = {
  readonly accountId: string
  readonly keyId: string
  /** Of `eventKeys`. */
  readonly eventKeys: readonly string[]
  /** Whether the stream's key still works. */
  readonly isAllowed: () => boolean
} & OfSession

/** One stream's place among the followers. */
export type Place = {
  /** Grows with each event that may be for this stream. Read it before reading the events. */
  heard(): number
  /** Waits until `heard()` has grown, at most `ms`. */
  more(heard: number, ms: number): Promise<WaitEnd>
  isOver(): boolean
  /** Waits for the account's turn, then reads: streams that catch up must not hold all connections to Postgres. */
  inTurn<T>(read: () => Promise<T>): Promise<T>
  end(): void
}

/** Wakes the streams of a process when they may have new events. */
export type EventFollower = {
  /** @throws HttpProblem 429 when the key or the account has too many streams, 503 after `close` */
  open(following: Following): Place
  close(): void
}

/** How many streams may be open in this process, of one API key and of one account. */
const MAX_PER_KEY = 10
const MAX_PER_ACCOUNT = 50
/** How often to look without a notification, ms: notifications may be lost while NATS is unavailable. */
const LOOK_MS = 1_000
/** How many streams may read at once. */
const MAX_READS = 4

type Watcher = Following & Waiter

/** Looks for new events when the read models have moved, and every second, while there are streams. */
export function openFollower(deps: {
  readonly pool: Pool
  readonly readModels: Pick<ReadModels, 'onMoved'>
  readonly sessions: Pick<Sessions, 'living'>
}): EventFollower {
  const run = runOn(deps.pool)
  const turns = sharedSlots({ limit: MAX_READS })
  const watchers = new Set<Watcher>()
  let closed = false
  let looking = false
  let moved = false
  const look = async (): Promise<void> => {
    moved = true
    if (looking) return
    looking = true
    while (moved && watchers.size > 0) {
      moved = false
      // After a failure the next look finds the events.
      const newest = await run<Newest>(newestOf(watchers)).catch(() => [])
      const byPair = new Map(
        newest.map((row) => [pairOf(row.account_id, row.event_key), row.log_id]),
      )
      for (const watcher of watchers) wakeIfNewer(watcher, byPair)
    }
    looking = false
  }
  const unsubscribe = deps.readModels.onMoved(() => void look())
  const looks = setInterval(() => {
    for (const watcher of watchers) if (!watcher.isAllowed()) end(watcher)
    void look()
  }, LOOK_MS).unref()
  const end = (watcher: Watcher) => {
    watchers.delete(watcher)
    watcher.over = true
    watcher.wake()
  }
  const endDead = sessionCheck(deps.sessions, () => watchers, end)
  const checks = setInterval(endDead, CHECK_MS).unref()
  const count = (isOne: (watcher: Watcher) => boolean) => [...watchers].filter(isOne).length
  return {
    open(following) {
      const { accountId, keyId } = following
      if (closed) throw unavailable('this process is shutting down; open the stream again')
      const ofKey = count((one) => one.keyId === keyId)
      const ofAccount = count((one) => one.accountId === accountId)
      if (ofKey >= MAX_PER_KEY || ofAccount >= MAX_PER_ACCOUNT) throw tooMany()
      const watcher: Watcher = { ...following, heard: -1, over: false, wake: () => undefined }
      watchers.add(watcher)
      return placeOf(watcher, turns, () => end(watcher))
    },
    close() {
      closed = true
      unsubscribe()
      clearInterval(looks)
      clearInterval(checks)
      for (const watcher of watchers) end(watcher)
    },
  }
}

function tooMany(): HttpProblem {
  return rateLimited(
    'too many streams of this key or account are open; close one, or follow several connections by one stream',
    15,
  )
}

type Newest = {
  readonly account_id: string
  readonly event_key: string
  readonly log_id: number
}

/** The newest event of each followed pair of account and event key: one index entry each. */
function newestOf(watchers: ReadonlySet<Watcher>) {
  const followed = new Map<string, readonly [string, string]>()
  for (const { accountId, eventKeys } of watchers)
    for (const key of eventKeys) followed.set(pairOf(accountId, key), [accountId, key])
  const pairs = [...followed.values()]
  return sql`select f.account_id, f.event_key, newest.log_id
    from unnest(${pairs.map(([account]) => account)}::uuid[], ${pairs.map(([, key]) => key)}::text[])
      f(account_id, event_key), lateral (
      select t.log_id from outbound_events t
      where t.account_id = f.account_id and t.event_key = f.event_key
      order by t.log_id desc limit 1) newest`
}

function pairOf(accountId: string, eventKey: string): string {
  return `${accountId} ${eventKey}`
}

function wakeIfNewer(watcher: Watcher, newest: ReadonlyMap<string, number>): void {
  const { accountId, eventKeys } = watcher
  const own = eventKeys.map((key) => newest.get(pairOf(accountId, key)) ?? -1)
  const heard = Math.max(watcher.heard, ...own)
  if (heard === watcher.heard) return
  watcher.heard = heard
  watcher.wake()
}

function placeOf(watcher: Watcher, turns: SharedSlots, end: () => void): Place {
  return {
    heard: () => watcher.heard,
    isOver: () => watcher.over || !watcher.isAllowed(),
    end,
    inTurn: (read) => turns.run(watcher.accountId, read),
    more: (heard, ms) => waitForMore(watcher, heard, ms),
  }
}
