import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import { DEADLINES } from '@recado/infra/deadlines'
import { HttpProblem } from '@recado/infra/http/http-problem'

/**
 * Bounds all work of a hook before its answer, reading secrets included, so that no frozen server delays the sender.
 * Late work continues in the background.
 */
export function answeredSoon<T>(work: Promise<T>): Promise<T> {
  return withTimeout(DEADLINES.hook, work, () => retryLater('the POST was not processed in time'))
}

/** 503 with Retry-After: the sender should repeat the same POST. */
export function retryLater(message: string): HttpProblem {
  const headers = { 'retry-after': '5' }
  return new HttpProblem(503, 'unavailable', `${message}; send the same again`, { headers })
}
