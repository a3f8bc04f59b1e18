import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import type { Batches } from './batches.ts'

/**
 * Hands batches on, and an empty one whenever none has come for a while, so that the loop that follows the log can do its
 * other work on the same connection.
 * @param waitMs how long a while is, ms; called each time
 */
export async function* orNothing<T>(batches: Batches<T>, waitMs: () => number): Batches<T> {
  const source = batches[Symbol.asyncIterator]()
  let next = source.next()
  try {
    for (;;) {
      // A rejection after the consumer has left must not be unhandled.
      next.catch(() => undefined)
      const batch = await answerWithin(waitMs(), next)
      if (batch === undefined) yield []
      else if (batch.done) return
      else {
        yield batch.value
        next = source.next()
      }
    }
  } finally {
    // Who waits for an item ends when the item comes: nobody waits for that.
    source.return?.()?.catch(() => undefined)
  }
}
