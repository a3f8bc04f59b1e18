/** Never below 0: clocks differ. */
export function secondsSince(at: string, now: number): number {
  return Math.max(0, now - Date.parse(at)) / 1_000
}
