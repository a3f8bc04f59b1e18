import { EventEmitter, once } from 'node:events'
import { bytesOf } from './bytes-of.ts'

/** No more than this is read ahead, so that neither what waits nor a batch grows with large items. */
const MOST_BYTES = 16 * 1024 * 1024

/** The items of a source in batches: everything that waits, at most `max` at a time. */
export type Batches<T> = AsyncIterable<readonly T[]>

/**
 * Reads a source ahead and hands out whatever waits, so a batch is as large as the load: one item when idle,
 * `max` when behind, and the next one is decoded while the last one is written.
 * @param mayEnd whether a batch may end with this item; without it every item may
 * @param mustEnd whether a batch has to end with this item
 * @throws what the source throws, after the items before it were handed out
 */
export async function* inBatches<T>(
  source: AsyncIterable<T>,
  max: number,
  mayEnd: (item: T) => boolean = () => true,
  mustEnd: (item: T) => boolean = () => false,
): Batches<T> {
  const wake = new EventEmitter()
  const waiting: T[] = []
  let bytes = 0
  let ended = false
  let left = false
  let failure: unknown
  const isFull = () => waiting.length >= 2 * max || bytes >= MOST_BYTES
  const pump = (async () => {
    for await (const item of source) {
      if (left) return
      waiting.push(item)
      bytes += bytesOf(item)
      wake.emit('change')
      if (isFull()) await once(wake, 'taken')
      if (left) return
    }
  })()
    .catch((error: unknown) => {
      failure = error
    })
    .finally(() => {
      ended = true
      wake.emit('change')
    })
  try {
    for (;;) {
      if (waiting.length === 0 && ended) break
      // Without an item that may end a batch, everything goes once the source has ended or is too far ahead.
      const isLate = ended || isFull()
      const most = waiting.slice(0, max).findIndex(mustEnd) + 1 || max
      const count = ready(waiting, most, mayEnd) || (isLate ? waiting.length : 0)
      if (count === 0) {
        await once(wake, 'change')
        continue
      }
      const batch = waiting.splice(0, count)
      bytes = bytesOf(waiting)
      yield batch
      wake.emit('taken')
    }
  } finally {
    // Whoever reads ahead for a consumer that has left would wait for ever, and its source would never end.
    left = true
    wake.emit('taken')
  }
  await pump
  if (failure !== undefined) throw failure
}

/** How many items make a batch: up to the last one within `max` that may end it, or else the first after. */
function ready<T>(waiting: readonly T[], max: number, mayEnd: (item: T) => boolean): number {
  const within = waiting.slice(0, max).findLastIndex(mayEnd)
  return (within < 0 ? waiting.findIndex(mayEnd) : within) + 1
}
