import { HttpProblem } from '@recado/infra/http/http-problem'
import type { Taken } from '@recado/infra/http/rate-limits'

/** @param what of which there are too many @throws HttpProblem 429 */
export function allow({ granted, limit, resetSeconds }: Taken, what: string): void {
  if (granted) return
  const headers = { 'retry-after': String(resetSeconds) }
  const message = `too many ${what}: ${limit} are let through; wait ${resetSeconds} s`
  throw new HttpProblem(429, 'rate_limited', message, { headers })
}
