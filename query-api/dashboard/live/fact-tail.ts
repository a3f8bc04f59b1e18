import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import type { DeliveredFact, EventStore } from '@recado/infra/event-store/event-store'
import { unavailable } from '@recado/infra/http/http-problem'
import type { Sessions } from '@recado/infra/http/sign-in/sessions'
import type { Logger } from '@recado/infra/logger'
import { CHECK_MS, sessionCheck } from '../../streams/end-with-session.ts'
import { type WaitEnd, waitForMore } from '../../streams/waiter.ts'
import type { BacklogEntry } from './backlog.ts'
import { factFrame } from './frames.ts'
import { followLog, type LogFollower } from './log-follower.ts'
import { openWatchers, type Watcher, type Watching } from './watchers.ts'

export type LivePlace = {
  /** `take` returns everything after this position, possibly as a gap. */
  readonly joinedAt: bigint
  take(): BacklogEntry | null
  isIdle(): boolean
  /** All facts up to here have been handed to the backlogs. */
  position(): bigint
  heard(): number
  more(heard: number, ms: number): Promise<WaitEnd>
  isOver(): boolean
  end(): void
}

/** Distributes the facts of the log to the live streams of their accounts in this process. */
export type FactTail = {
  /** @throws HttpProblem when too many streams are open or the log does not answer */
  open(watching: Watching): Promise<LivePlace>
  close(): void
}

export type FactTailDeps = {
  readonly store: Pick<EventStore, 'head' | 'subscribe'>
  readonly sessions: Pick<Sessions, 'living'>
  readonly log: Pick<Logger, 'warn'>
}

/** How long the subscription outlives the last watcher, ms. */
const LINGER_MS = 30_000
/** How long a new stream waits for the log, and how long open streams survive without it, ms. */
const MAX_BEGIN_MS = 5_000
const MAX_AWAY_MS = 20_000

/** Subscribes to the log only while someone watches. */
export function openFactTail(deps: FactTailDeps): FactTail {
  const watchers = openWatchers()
  let follower: LogFollower | null = null
  let linger: NodeJS.Timeout | undefined
  let closed = false
  const stop = () => {
    follower?.stop()
    follower = null
  }
  const end = (watcher: Watcher) => {
    watchers.remove(watcher)
    if (watchers.all().length > 0) return
    clearTimeout(linger)
    linger = setTimeout(stop, LINGER_MS).unref()
  }
  const endAll = () => {
    for (const watcher of watchers.all()) end(watcher)
  }
  const begin = () => {
    const begun = followLog(deps.store, {
      onFact: (fact) => distributeFact(fact, watchers.of(fact.metadata.account_id ?? '')),
      onEnd: (err) => {
        if (follower === begun) follower = null
        deps.log.warn({ err }, 'live streams end: the log cannot be followed')
        endAll()
      },
    })
    return begun
  }
  const checks = setInterval(
    checkWatchers(deps, watchers.all, end, () => follower?.awayMs() ?? 0),
    CHECK_MS,
  )
  checks.unref()
  return {
    async open(watching) {
      if (closed) throw unavailable('this process is shutting down; try again')
      const watcher = watchers.add(watching)
      clearTimeout(linger)
      follower ??= begin()
      const joined = follower
      try {
        const late = () => unavailable('the event log is not available; try again')
        if (joined.awayMs() > MAX_BEGIN_MS) throw late()
        await withTimeout(MAX_BEGIN_MS, joined.begun, late)
      } catch (error) {
        end(watcher)
        throw error
      }
      return placeOf(watcher, joined, () => end(watcher))
    },
    close() {
      closed = true
      clearInterval(checks)
      endAll()
      clearTimeout(linger)
      stop()
    },
  }
}

/** Ends the streams of watchers without permission or session, and all streams after a long outage of the log. */
function checkWatchers(
  { sessions }: Pick<FactTailDeps, 'sessions'>,
  all: () => readonly Watcher[],
  end: (watcher: Watcher) => void,
  awayMs: () => number,
): () => void {
  const endDead = sessionCheck(sessions, all, end)
  return () => {
    const isAway = awayMs() > MAX_AWAY_MS
    for (const watcher of all()) if (isAway || !watcher.isAllowed()) end(watcher)
    endDead()
  }
}

/** Serialises a fact at most once for all watchers, and parses none that nobody watches. */
function distributeFact(fact: DeliveredFact, watchers: Iterable<Watcher>): void {
  let frame: string | undefined
  for (const watcher of watchers) {
    if (!watcher.wanted(fact.event)) continue
    frame ??= factFrame(fact.event)
    watcher.backlog.put(fact.position, frame)
    watcher.heard += 1
    watcher.wake()
  }
}

function placeOf(watcher: Watcher, follower: LogFollower, end: () => void): LivePlace {
  return {
    joinedAt: follower.position(),
    take: () => watcher.backlog.take(),
    isIdle: () => watcher.backlog.isEmpty(),
    position: follower.position,
    heard: () => watcher.heard,
    more: (heard, ms) => waitForMore(watcher, heard, ms),
    isOver: () => watcher.over || !watcher.isAllowed(),
    end,
  }
}
