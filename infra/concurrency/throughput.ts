const SLOT_MS = 125
const WINDOW_MS = 1_000
/** Longer lags count as this one. */
const MAX_LAG_MS = 30_000

export type Throughput = {
  /** Notes that units of work begin at a time, ms, which may lie in the near future. */
  begun(units: number, at: number): void
  /** Units processed a second, over about the last second. @param lagMs the age of the work that is processed now */
  perSecond(lagMs: number): number
}

/** At the time `at`, all work was done that had begun until `upTo`. */
type Sample = { readonly at: number; readonly upTo: number }

/** Measures how fast work is processed, from when it began and the lag of those who process it in that order. */
export function throughput(now: () => number): Throughput {
  /** Units by the number of their slot. */
  const slots = new Map<number, number>()
  let samples: readonly Sample[] = [{ at: now(), upTo: now() }]
  const unitsBetween = (from: number, to: number) => {
    let units = 0
    for (let slot = Math.floor(from / SLOT_MS); slot * SLOT_MS < to; slot += 1) {
      const [start, end] = [Math.max(from, slot * SLOT_MS), Math.min(to, (slot + 1) * SLOT_MS)]
      units += ((slots.get(slot) ?? 0) * (end - start)) / SLOT_MS
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
      const earliest = { at: at - WINDOW_MS, upTo: at - WINDOW_MS - MAX_LAG_MS }
      const kept = samples.filter((one) => one.at >= earliest.at)
      const first = kept[0] ?? { ...earliest, upTo: samples.at(-1)?.upTo ?? earliest.upTo }
      const upTo = Math.max(samples.at(-1)?.upTo ?? 0, at - Math.min(lagMs, MAX_LAG_MS))
      samples = [...kept, { at, upTo }]
      forget(first.upTo)
      return at === first.at ? 0 : (1_000 * unitsBetween(first.upTo, upTo)) / (at - first.at)
    },
  }
}
