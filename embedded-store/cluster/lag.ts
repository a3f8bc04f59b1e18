import { fraction } from '@recado/infra/random'

/** The longest a follower lags, in ms. */
const MAX_LAG = 600

/** How long one lag lasts, in ms. */
const PERIOD = 1_000

/** A follower's lag at a time, in ms. It changes every `PERIOD` and is reproducible by the seed. */
export function lagBy(seed: number): (now: number) => number {
  return (now) => Math.floor(MAX_LAG * fraction(seed, Math.floor(now / PERIOD)))
}
