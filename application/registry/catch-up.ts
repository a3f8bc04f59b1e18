import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { REGISTRY_STREAMS } from './apply-fact.ts'
import type { Waiters } from './waiters.ts'

/** How long the log, and the follower after it, may take together. */
const WITHIN_MS = 1_000

/**
 * Makes sure that a registry includes everything that the log held at the time of the call. Calls that arrive while the log is
 * asked share the next question, so their number costs nothing.
 * @returns false when that takes longer than WITHIN_MS
 */
export function catchUp(
  store: Pick<EventStore, 'subscribe'>,
  waiting: Pick<Waiters, 'reached' | 'until'>,
): () => Promise<boolean> {
  let asking: Promise<unknown> = Promise.resolve()
  let next: Promise<boolean> | undefined
  return () => {
    next ??= asking.then(() => {
      const answer = isCaughtUp(store, waiting)
      next = undefined
      asking = answer
      return answer
    })
    return next
  }
}

async function isCaughtUp(
  store: Pick<EventStore, 'subscribe'>,
  waiting: Pick<Waiters, 'reached' | 'until'>,
): Promise<boolean> {
  const began = performance.now()
  const head = await headBehind(store, waiting.reached())
  if (head === null) return false
  const left = WITHIN_MS - (performance.now() - began)
  return (
    (await answerWithin(
      left,
      waiting.until(head).then(() => true),
    )) ?? false
  )
}

/** Position of the newest fact for a registry, at least `position`; null when the log does not tell in time. */
async function headBehind(
  store: Pick<EventStore, 'subscribe'>,
  position: bigint,
): Promise<bigint | null> {
  const from = position < 0n ? 'start' : position
  const filter = { streamPrefixes: REGISTRY_STREAMS }
  let head = position
  const signal = AbortSignal.timeout(WITHIN_MS)
  for await (const item of store.subscribe({ from, filter, signal })) {
    if (item.kind === 'caught_up') return head
    if (item.kind === 'event') head = item.event.position
  }
  return null
}
