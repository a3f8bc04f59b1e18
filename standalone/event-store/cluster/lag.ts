/** The longest a follower lags, in ms. */
const LONGEST = 600

/** How long one lag lasts, in ms. */
const PERIOD = 1_000

/** A follower's lag at a time, in ms. It changes every `PERIOD` and is reproducible by the seed. */
export function lagBy(seed: number): (now: number) => number {
  return (now) => Math.floor(LONGEST * fraction(seed, Math.floor(now / PERIOD)))
}

export function fraction(seed: number, step: number): number {
  let mixed = (seed + Math.imul(step + 1, 0x6d2b79f5)) | 0
  mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
}
