import type { Delivered, EventStore } from '@recado/infra/event-store/event-store'
import { inBatches } from '../../engine/batches.ts'
import { throttleInBackground } from '../../runtime/throttle.ts'

type Clock = Parameters<typeof throttleInBackground>[3]
type ReadLog = Pick<EventStore, 'subscribe' | 'readStream' | 'head'>

/** Facts between two pauses: as many as take a few milliseconds. */
const MAX_PORTION = 500
/** The shortest pause: 5,000 facts a second at most. */
const REST_MS = 100

/** The log for work that nobody waits for: after each portion it pauses twice as long as the portion has taken. */
export function unhurriedLog(store: ReadLog, clock?: Clock): ReadLog {
  return {
    head: () => store.head(),
    readStream: (...of) => store.readStream(...of),
    subscribe: (of) => inPortions(store.subscribe(of), of.signal, clock),
  }
}

async function* inPortions(
  facts: AsyncIterable<Delivered>,
  signal: AbortSignal,
  clock: Clock,
): AsyncGenerator<Delivered> {
  const portions = inBatches(facts, MAX_PORTION)
  for await (const { items } of throttleInBackground(portions, REST_MS, signal, clock)) yield* items
}
