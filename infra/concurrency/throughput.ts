const SLOT_MS = 125
const WINDOW_MS = 1_000
/** Longer lags count as this one. */
const MAX_LAG_MS = 30_000

export type Throughput = {
  /** Notes that units of work begin at a time, ms, which may lie in the near future. */
  begun(units: number, at: number): void
  /** Units done a second, of about the last second, or since it was last asked. @param lagMs the age of what is done now */
  perSecond(lagMs: number): number
}

/** At the time `at`, all work was done that had begun until `upTo`. */
type Sample = { readonly at: number; readonly upTo: number }

/** Measures how fast work is processed, from when it began and the lag of those who process it in that order. */
export function throughput(now: () => number): Throughput {
  /** Units by the number of their slot. */
  const slots = new Map<number, number>()
  let last: Sample = { at: now(), upTo: now() }
  let samples: readonly Sample[] = [last]
  // Only slots with units are looked at: after a night without any there would be a million.
  const unitsBetween = (from: number, to: number) => {
    let units = 0
    for (const [slot, begun] of slots) {
      const part = Math.min(to, (slot + 1) * SLOT_MS) - Math.max(from, slot * SLOT_MS)
      if (part > 0) units += (begun * part) / SLOT_MS
    }
    return units
  }
  const forget = (before: number) => {
    for (const slot of slots.keys()) if ((slot + 1) * SLOT_MS < before) slots.delete(slot)
  }
  return {
    begun(units, at) {
      const slot = Math.floor(at / SLOT_MS)
      slots.set(slot, (slots.get(slot) ?? 0) + units)
    },
    perSecond(lagMs) {
      const at = now()
      const recent = samples.filter((one) => one.at >= at - WINDOW_MS)
      // After a pause, what was done during all of it was not done in a second.
      const [first = last] = recent
      last = { at, upTo: Math.max(last.upTo, at - Math.min(lagMs, MAX_LAG_MS)) }
      samples = [...recent, last]
      forget(first.upTo)
      return at === first.at ? 0 : (1_000 * unitsBetween(first.upTo, last.upTo)) / (at - first.at)
    },
  }
}
