import { EventEmitter, once } from 'node:events'

/** What a source has given so far: everything that waits, at most `max` at a time. */
export type Batches<T> = AsyncIterable<readonly T[]>

/**
 * Reads a source ahead and hands out whatever waits, so a batch is as large as the load: one item when idle,
 * `max` when behind, and the next one is decoded while the last one is written.
 * @throws what the source throws, after the items before it were handed out
 */
export async function* inBatches<T>(source: AsyncIterable<T>, max: number): Batches<T> {
  const wake = new EventEmitter()
  const waiting: T[] = []
  let ended = false
  let failure: unknown
  const pump = (async () => {
    for await (const item of source) {
      waiting.push(item)
      wake.emit('change')
      if (waiting.length >= 2 * max) await once(wake, 'taken')
    }
  })()
    .catch((error: unknown) => {
      failure = error
    })
    .finally(() => {
      ended = true
      wake.emit('change')
    })
  for (;;) {
    if (waiting.length === 0 && !ended) await once(wake, 'change')
    if (waiting.length === 0 && ended) break
    yield waiting.splice(0, max)
    wake.emit('taken')
  }
  await pump
  if (failure !== undefined) throw failure
}
