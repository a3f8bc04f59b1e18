const SECOND = 1_000

const MAX_RETRY_AFTER = 24 * 60 * 60 * SECOND

/**
 * When to try again after a failed attempt; null when it was the last one. The wait varies by 20 % either way, so
 * that attempts that failed together are not repeated together.
 * @param attempt the one that failed, from 1
 * @param retryAfter the answer's Retry-After header, seconds or a date; it only lengthens the wait
 * @param random from 0 to 1
 */
export function nextAttemptAt(
  schedule: readonly number[],
  attempt: number,
  now: Date,
  retryAfter: string | null,
  random: number,
): Date | null {
  const planned = schedule[attempt]
  if (planned === undefined) return null
  const wait = Math.max(planned * (0.8 + 0.4 * random), askedFor(retryAfter, now))
  return new Date(now.getTime() + wait)
}

function askedFor(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0
  const asked = /^\d+$/.test(retryAfter.trim())
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - now.getTime()
  return Number.isNaN(asked) ? 0 : Math.min(Math.max(asked, 0), MAX_RETRY_AFTER)
}
