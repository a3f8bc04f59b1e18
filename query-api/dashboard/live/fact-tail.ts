import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import type { Sessions } from '@recado/infra/dashboard/sessions'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { unavailable } from '@recado/infra/http/http-problem'
import type { Logger } from '@recado/infra/logger'
import { more, type WaitEnd } from '../../streams/waiter.ts'
import type { Waiting } from './backlog.ts'
import { factFrame } from './frames.ts'
import { followLog, type LogFollower } from './log-follower.ts'
import { openWatchers, type Watcher, type Watching } from './watchers.ts'

/** One live stream's place. */
export type LivePlace = {
  /** Everything behind it comes by `take`, be it as a gap. */
  readonly joinedAt: bigint
  take(): Waiting | null
  /** Whether nothing waits to be taken. */
  isIdle(): boolean
  /** Up to where the log was followed: what is of it was handed on. */
  position(): bigint
  heard(): number
  more(heard: number, ms: number): Promise<WaitEnd>
  isOver(): boolean
  end(): void
}

/** Hands the facts of the log to the live streams of this process, whose accounts they are of. */
export type FactTail = {
  /** @throws HttpProblem when there is no room, or the log does not answer */
  open(watching: Watching): Promise<LivePlace>
  close(): void
}

/** What it rests on. */
export type FactTailDeps = {
  readonly store: Pick<EventStore, 'head' | 'subscribe'>
  readonly sessions: Pick<Sessions, 'living'>
  readonly log: Pick<Logger, 'warn'>
}

/** How long the log is followed when nobody watches any more, ms. */
const LINGER_MS = 30_000
/** How often to look who may still watch, ms; sessions are asked for every fifth time. */
const LOOK_MS = 1_000
const LOOKS_A_SESSION = 5
/** How long the log may take to be there for a new stream, and be away for those that stand, ms. */
const BEGIN_MS = 5_000
const AWAY_MS = 20_000

/** Follows nothing until somebody watches. */
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
      onFact: (fact) => hand(fact, watchers.of(fact.metadata.account_id ?? '')),
      onEnd: (err) => {
        if (follower === begun) follower = null
        deps.log.warn({ err }, 'live streams end: the log cannot be followed')
        endAll()
      },
    })
    return begun
  }
  const looks = setInterval(
    lookAround(deps, watchers.all, end, () => follower?.awayMs() ?? 0),
    LOOK_MS,
  )
  looks.unref()
  return {
    async open(watching) {
      if (closed) throw unavailable('this process ends; try again')
      const watcher = watchers.add(watching)
      clearTimeout(linger)
      follower ??= begin()
      const joined = follower
      try {
        const late = () => unavailable('the event log is not available; try again')
        if (joined.awayMs() > BEGIN_MS) throw late()
        await withTimeout(BEGIN_MS, joined.begun, late)
      } catch (error) {
        end(watcher)
        throw error
      }
      return placeOf(watcher, joined, () => end(watcher))
    },
    close() {
      closed = true
      clearInterval(looks)
      endAll()
      clearTimeout(linger)
      stop()
    },
  }
}

/** Ends streams of those who have left or may no longer, and all when nobody knows what they miss. */
function lookAround(
  { sessions }: Pick<FactTailDeps, 'sessions'>,
  all: () => readonly Watcher[],
  end: (watcher: Watcher) => void,
  awayMs: () => number,
): () => void {
  let looks = 0
  const endDead = async () => {
    const asked = all()
    const living = await sessions.living(asked.map(({ session }) => session))
    for (const watcher of asked) if (!living.has(watcher.session.session_id)) end(watcher)
  }
  return () => {
    const isAway = awayMs() > AWAY_MS
    for (const watcher of all()) if (isAway || !watcher.isAllowed()) end(watcher)
    looks += 1
    // Without Postgres nobody signs out either.
    if (looks % LOOKS_A_SESSION === 0 && all().length > 0) endDead().catch(() => undefined)
  }
}

/** A fact is written once for all who want it. */
function hand(fact: RecordedEvent, watchers: Iterable<Watcher>): void {
  let frame: string | undefined
  for (const watcher of watchers) {
    if (!watcher.wanted(fact)) continue
    frame ??= factFrame(fact)
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
    more: (heard, ms) => more(watcher, heard, ms),
    isOver: () => watcher.over || !watcher.isAllowed(),
    end,
  }
}
