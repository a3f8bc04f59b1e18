const MINUTE_MS = 60 * 1000

/**
 * How finely activity is counted, in minutes: in hours, and for time zones whose hours begin at a half or a quarter of one, of
 * which there are a dozen, in quarters too.
 */
export const GRAINS = [60, 15] as const

/** How long what is counted lasts, minutes. */
export type Grain = (typeof GRAINS)[number]

/** The counts that are to be read between such bounds: the coarsest ones that they do not cut. */
export function grainOf(bounds: readonly string[]): Grain {
  const [hour, quarter] = GRAINS
  return bounds.every((at) => at === beginOf(at, hour)) ? hour : quarter
}

/** When what is counted of a time begins. */
export function beginOf(at: string, grain: Grain): string {
  const ms = grain * MINUTE_MS
  return new Date(Math.floor(Date.parse(at) / ms) * ms).toISOString()
}

/**
 * Bounds of times, in seconds: each is counted under the first bound that it does not pass, so that counts of any hours add up.
 * WhatsApp keeps a message for thirty days; what took longer counts as that.
 */
const TIME_BOUNDS = [
  ...[1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 90],
  ...[120, 180, 300, 450, 600, 900, 1_200, 1_800, 2_700],
  ...[3_600, 5_400, 7_200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400],
  ...[172_800, 259_200, 604_800, 1_209_600, 2_592_000],
] as const

/** What is counted, by name. A name may have a part of its own behind a dot: a status, a class of errors, a bound of time. */
export type Counts = Readonly<Record<string, number>>

/** The bound that a time is counted under. Clocks differ: what seems to end before it began took no time. */
export function timeBound(from: string, to: string): number {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  return TIME_BOUNDS.find((bound) => seconds <= bound) ?? 2_592_000
}

/**
 * The bound that a part of the times do not pass, by nearest rank.
 * @param counts by bound
 * @returns seconds; null without any time
 */
export function boundOfRank(counts: Counts, part: number): number | null {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0)
  let left = Math.ceil(total * part)
  if (left === 0) return null
  for (const bound of TIME_BOUNDS) {
    left -= counts[bound] ?? 0
    if (left <= 0) return bound
  }
  return null
}
