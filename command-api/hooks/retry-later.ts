import { withTimeout } from '@recado/infra/concurrency/with-timeout'
import { DEADLINES } from '@recado/infra/deadlines'
import { HttpProblem } from '@recado/infra/http/http-problem'

/**
 * All that a hook does before it answers, secrets included: no part of ours that is frozen may hold its sender up.
 * What is late goes on by itself.
 */
export function answeredSoon<T>(work: Promise<T>): Promise<T> {
  return withTimeout(DEADLINES.hook, work, () => retryLater('this cannot be taken now'))
}

/** 503: nothing was taken, and the same POST is welcome in a moment. */
export function retryLater(message: string): HttpProblem {
  const headers = { 'retry-after': '5' }
  return new HttpProblem(503, 'unavailable', `${message}; send the same again`, { headers })
}
