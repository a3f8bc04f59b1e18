import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import { DEADLINES } from '@recado/infra/deadlines'
import { HttpProblem } from '@recado/infra/http/http-problem'

/** Whether the sender was already answered that it must repeat the POST, so that more work would be in vain. */
export type IsLate = () => boolean

/**
 * Bounds all work of a hook before its answer, reading secrets included, so that no frozen server delays the sender.
 * What late work has begun continues in the background; it must begin nothing further.
 */
export async function answerSoon<T>(work: (isLate: IsLate) => Promise<T>): Promise<T> {
  let isLate = false
  return withTimeout(
    DEADLINES.hook,
    work(() => isLate),
    () => {
      isLate = true
      return retryLater('the POST was not processed in time')
    },
  )
}

/** 503 with Retry-After: the sender is to repeat the same POST. @param seconds after which it may succeed */
export function retryLater(message: string, seconds = 5): HttpProblem {
  const headers = { 'retry-after': String(seconds) }
  return new HttpProblem(503, 'unavailable', `${message}; send the same again`, { headers })
}
