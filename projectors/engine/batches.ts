import { EventEmitter, once } from 'node:events'
import { bytesOf } from './bytes-of.ts'

/** Bytes read ahead at most, so that large items grow neither the backlog nor a batch. */
const MAX_BYTES = 16 * 1024 * 1024

export type Batch<T> = {
  readonly items: readonly T[]
  /** Whether no item waits after the batch. If one does, the reader is behind the source. */
  readonly isDrained: boolean
}

/** The items of a source in batches: everything that waits, at most `max` at a time. */
export type Batches<T> = AsyncIterable<Batch<T>>

/**
 * Reads a source ahead and hands out whatever waits, so batch size follows the load: one item when idle, `max` when
 * behind. The next batch is decoded while the last one is written.
 * @param mayEnd whether a batch may end with this item; by default every item may
 * @param mustEnd whether a batch must end with this item
 * @throws what the source throws, after handing out the items before the error
 */
export async function* inBatches<T>(
  source: AsyncIterable<T>,
  max: number,
  mayEnd: (item: T) => boolean = () => true,
  mustEnd: (item: T) => boolean = () => false,
): Batches<T> {
  const wake = new EventEmitter()
  const waiting: T[] = []
  const sizes: number[] = []
  let bytes = 0
  let ended = false
  let isAbandoned = false
  let failure: unknown
  const isFull = () => waiting.length >= 2 * max || bytes >= MAX_BYTES
  const pump = (async () => {
    for await (const item of source) {
      if (isAbandoned) return
      const size = bytesOf(item)
      waiting.push(item)
      sizes.push(size)
      bytes += size
      wake.emit('change')
      if (isFull()) await once(wake, 'taken')
      if (isAbandoned) return
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
      // Without an item that may end a batch, take everything once the source has ended or is too far ahead.
      const isLate = ended || isFull()
      const most = waiting.slice(0, max).findIndex(mustEnd) + 1 || max
      const count = batchLength(waiting, most, mayEnd) || (isLate ? waiting.length : 0)
      if (count === 0) {
        await once(wake, 'change')
        continue
      }
      // A full backlog stops the source, so the source may have more although nothing waits.
      const isDrained = count === waiting.length && count < max && !isFull()
      const items = waiting.splice(0, count)
      for (const size of sizes.splice(0, count)) bytes -= size
      yield { items, isDrained }
      wake.emit('taken')
    }
  } finally {
    // Wakes the pump of a consumer that is gone: it would otherwise wait for ever and keep its source open.
    isAbandoned = true
    wake.emit('taken')
  }
  await pump
  if (failure !== undefined) throw failure
}

/** How many items make a batch: up to the last one within `max` that may end it, else up to the first one after. */
function batchLength<T>(waiting: readonly T[], max: number, mayEnd: (item: T) => boolean): number {
  const within = waiting.slice(0, max).findLastIndex(mayEnd)
  return (within < 0 ? waiting.findIndex(mayEnd) : within) + 1
}
