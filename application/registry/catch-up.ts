import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { REGISTRY_STREAMS } from './apply-fact.ts'
import type { Waiters } from './waiters.ts'

/** How long the log, and the follower after it, may take together, ms. */
const MAX_CATCH_UP_MS = 1_000

/**
 * Makes sure that a registry includes everything that the log held at the time of the call. Calls that arrive while the
 * log is read share the next read, so their number costs nothing.
 * @returns false when that takes longer than MAX_CATCH_UP_MS
 */
export function catchUp(
  store: Pick<EventStore, 'subscribe'>,
  waiting: Pick<Waiters, 'position' | 'waitUntil'>,
): () => Promise<boolean> {
  let asking: Promise<unknown> = Promise.resolve()
  let next: Promise<boolean> | undefined
  return () => {
    next ??= asking.then(() => {
      const answer = awaitNewestFact(store, waiting)
      next = undefined
      asking = answer
      return answer
    })
    return next
  }
}

async function awaitNewestFact(
  store: Pick<EventStore, 'subscribe'>,
  waiting: Pick<Waiters, 'position' | 'waitUntil'>,
): Promise<boolean> {
  const began = performance.now()
  const head = await newestFactPosition(store, waiting.position())
  if (head === null) return false
  const left = MAX_CATCH_UP_MS - (performance.now() - began)
  return (
    (await answerWithin(
      left,
      waiting.waitUntil(head).then(() => true),
    )) ?? false
  )
}

/** The position of the newest fact for a registry, at least `position`; null when the log does not answer in time. */
async function newestFactPosition(
  store: Pick<EventStore, 'subscribe'>,
  position: bigint,
): Promise<bigint | null> {
  const from = position < 0n ? 'start' : position
  const filter = { streamPrefixes: REGISTRY_STREAMS }
  let head = position
  const signal = AbortSignal.timeout(MAX_CATCH_UP_MS)
  for await (const item of store.subscribe({ from, filter, signal })) {
    if (item.kind === 'caught_up') return head
    if (item.kind === 'event') head = item.position
  }
  return null
}
