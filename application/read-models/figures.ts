const MINUTE_MS = 60 * 1_000

/** Lengths of counts, in minutes. Quarters serve the dozen time zones that differ by half or quarter hours. */
export const GRAINS = [60, 15] as const

export type Grain = (typeof GRAINS)[number]

/** The coarsest grain at whose bounds all of these times are. @param bounds ISO 8601 */
export function grainOf(bounds: readonly string[]): Grain {
  const [hour, quarter] = GRAINS
  return bounds.every((at) => at === beginOf(at, hour)) ? hour : quarter
}

/** When the count that contains a time begins, ISO 8601. */
export function beginOf(at: string, grain: Grain): string {
  const ms = grain * MINUTE_MS
  return new Date(Math.floor(Date.parse(at) / ms) * ms).toISOString()
}

/**
 * Upper bounds of durations, seconds. A duration is counted under the first bound that it does not exceed, so that
 * counts of any hours add up. WhatsApp stores an undelivered message for thirty days; longer durations count as that.
 */
const DURATION_BOUNDS_S = [
  ...[1, 2, 3, 4, 5, 7, 10, 15, 20, 30, 45, 60, 90],
  ...[120, 180, 300, 450, 600, 900, 1_200, 1_800, 2_700],
  ...[3_600, 5_400, 7_200, 10_800, 14_400, 21_600, 28_800, 43_200, 86_400],
  ...[172_800, 259_200, 604_800, 1_209_600, 2_592_000],
] as const

/** Counts by name. A name may have a suffix after a dot: a status, a class of errors, or a bound of durations. */
export type Counts = Readonly<Record<string, number>>

/** The bound, s, under which a duration is counted. Clocks differ: a negative duration has the first bound. */
export function durationBound(from: string, to: string): number {
  const seconds = (Date.parse(to) - Date.parse(from)) / 1000
  return DURATION_BOUNDS_S.find((bound) => seconds <= bound) ?? 2_592_000
}

/**
 * The bound, s, that a share of the durations does not exceed, by nearest rank; null when nothing was counted.
 * @param part from 0 to 1
 */
export function boundOfRank(counts: Counts, part: number): number | null {
  const total = Object.values(counts).reduce((sum, n) => sum + n, 0)
  let left = Math.ceil(total * part)
  if (left === 0) return null
  for (const bound of DURATION_BOUNDS_S) {
    left -= counts[bound] ?? 0
    if (left <= 0) return bound
  }
  return null
}
