import { fraction } from '@recado/infra/random'

/** The longest lag of a follower. */
const MAX_LAG_MS = 600

/** How long a follower keeps one lag. */
const LAG_PERIOD_MS = 1_000

/** A follower's lag at a time, in ms. It changes every `LAG_PERIOD_MS` and is reproducible by the seed. */
export function lagBy(seed: number): (now: number) => number {
  return (now) => Math.floor(MAX_LAG_MS * fraction(seed, Math.floor(now / LAG_PERIOD_MS)))
}
