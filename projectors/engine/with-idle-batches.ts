import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { Batches } from './batches.ts'

/** Passes batches on, and an empty one when none arrives within `waitMs()` ms, so that the loop can do other work. */
export async function* withIdleBatches<T>(batches: Batches<T>, waitMs: () => number): Batches<T> {
  const source = batches[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      // A rejection after the consumer has left must not stay unhandled.
      next.catch(() => undefined)
      const batch = await answerWithin(waitMs(), next)
      if (batch === undefined) yield { items: [], isDrained: true }
      else if (batch.done) return
      else {
        yield batch.value
        next = source.next()
      }
    }
  } finally {
    // `return` resolves only when the next item arrives, so it is not awaited.
    source.return?.()?.catch(() => undefined)
  }
}
