import { backoff } from '../concurrency/backoff.ts'
import { sleep } from '../concurrency/sleep.ts'
import { clientFault } from './client-fault.ts'
import { StoreUnavailable } from './errors.ts'
import type { Limits } from './limits.ts'

/**
 * Reads in passes, each of which must continue after the last item yielded.
 * @throws StoreUnavailable after `readDeadlineMs` without an item, or the server's definite refusal
 */
export async function* retryReads<T>(
  limits: Limits,
  source: string,
  pass: () => AsyncIterable<T>,
): AsyncGenerator<T, void, void> {
  let lastProgress = performance.now()
  for (let retry = 0; ; retry++) {
    try {
      for await (const item of pass()) {
        yield item
        retry = 0
        lastProgress = performance.now()
      }
      return
    } catch (cause) {
      const fault = clientFault(cause, source)
      if (fault.kind === 'definite') throw fault.error
      if (performance.now() - lastProgress > limits.readDeadlineMs)
        throw readUnavailable(source, cause)
      await sleep(backoff(retry, 500))
    }
  }
}

function readUnavailable(source: string, cause: unknown): StoreUnavailable {
  return new StoreUnavailable(`reading ${source} got no answer in time; try again later`, {
    outcomeUnknown: false,
    cause,
  })
}
