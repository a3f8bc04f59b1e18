import { backoff } from '../concurrency/backoff.ts'
import { sleep } from '../concurrency/sleep.ts'
import { StoreTooOld } from './errors.ts'
import type { Delivered, EventStore, Filter, FromPosition } from './event-store.ts'
import { hasReached, isRepeated, laterPosition } from './positions.ts'
import { type SharedTail, type Subscribe, sharedTail } from './shared-tail.ts'
import { SubscriptionEnded } from './subscription-ended.ts'
import type { Place } from './tail-place.ts'

/** The log of a process, as its followers need it. */
export type FollowedLog = {
  readonly subscribe: Subscribe
  /** The position of the newest event; null for an empty log. */
  head(): Promise<bigint | null>
  /** @throws StoreUnavailable when this process has closed the log */
  assertOpen(): void
  /** The longest pause between two attempts to resume, ms. */
  readonly resumeCapMs: number
  /** How many bytes of facts may wait for a follower that shares the tail before it has to read alone again. */
  readonly maxWaitingBytes: number
}

/**
 * Implements EventStore.subscribe. A follower reads alone until it has caught up and from then on shares one
 * subscription with all others, so that a process receives each fact once. One that becomes too slow is told so by
 * `onReconnect`, and reads alone again.
 */
export function followers(log: FollowedLog): EventStore['subscribe'] {
  const tail = sharedTail(log.subscribe, log.maxWaitingBytes)
  return (options) => followLog(log, tail, options)
}

/** Drops facts that the server repeats: they would set a follower's state back. */
async function* followLog(
  log: FollowedLog,
  tail: SharedTail,
  { from, filter, signal, onReconnect }: Parameters<EventStore['subscribe']>[0],
): AsyncGenerator<Delivered, void, void> {
  let after = from
  for (let retry = 0; !signal.aborted; retry++) {
    const since = performance.now()
    try {
      after = await pinToLeader(log, after)
      for await (const item of aloneThenShared(log, tail, { after, filter, signal })) {
        retry = 0
        if (isRepeated(after, item)) continue
        after = laterPosition(after, item)
        yield item
      }
    } catch (error) {
      if (signal.aborted) return
      log.assertOpen()
      if (error instanceof StoreTooOld) throw error
      const lastedMs = performance.now() - since
      onReconnect?.(new SubscriptionEnded(filter.streamPrefixes, lastedMs, error))
      await sleep(backoff(retry, log.resumeCapMs), signal)
    }
  }
}

/**
 * A subscription of its own until it has reached the place in the tail that it takes when it has caught up, so that
 * nothing is lost between the two; the facts that both bring are repeated.
 */
async function* aloneThenShared(
  log: FollowedLog,
  tail: SharedTail,
  of: { readonly after: FromPosition; readonly filter: Filter; readonly signal: AbortSignal },
): AsyncGenerator<Delivered, void, void> {
  let { after } = of
  let place: Place | undefined
  try {
    for await (const item of log.subscribe(after, of.filter, of.signal)) {
      yield item
      after = laterPosition(after, item)
      if (item.kind === 'caught_up') place ??= tail.enter(of.filter, after)
      if (place !== undefined && hasReached(after, place.since)) break
    }
    if (place !== undefined) yield* place.items(of.signal)
  } finally {
    place?.leave()
  }
}

/** Resolves `end` only once: asked again after a fault, it would skip the events in between. */
async function pinToLeader(log: FollowedLog, from: FromPosition): Promise<FromPosition> {
  return from === 'end' ? ((await log.head()) ?? 'start') : from
}
