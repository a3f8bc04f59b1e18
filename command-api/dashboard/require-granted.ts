import { rateLimited } from '@recado/infra/http/http-problem'
import type { Taken } from '@recado/infra/http/rate-limits'

/** Refuses what exceeds a limit. @param what the limited things, such as `new numbers` @throws HttpProblem 429 */
export function requireGranted({ granted, limit, resetSeconds }: Taken, what: string): void {
  if (granted) return
  const message = `too many ${what}: at most ${limit} are allowed; wait ${resetSeconds} s`
  throw rateLimited(message, resetSeconds)
}
