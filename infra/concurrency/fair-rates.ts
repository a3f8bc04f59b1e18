import { recentDemand } from './recent-demand.ts'
import type { Rates } from './shared-rate.ts'
import { throughput } from './throughput.ts'

/** Time between two looks at the lag. */
const STEP_MS = 250
/** The limits end when the lag and the demand have been below theirs for so long. */
const CALM_MS = 5_000
/** Of the room, each step. */
const GROWTH = { far: 1.03, near: 1.01 }
/** How long the most that was done a second is taken for what can be done: who stands still for a moment can do more. */
const PEAK_MS = 10_000
/** Of that, while work does not keep up, so that what waits becomes less; least for a long lag, and once it keeps up. */
const REDUCTION = { most: 0.8, least: 0.5, end: 0.9 }

/** How far behind everything is that work causes. */
export type Behind = {
  /** The age of what is done at the moment, ms; 0 when nothing waits, or when it is unknown. */
  lag(): number
  /** Above it, work does not keep up. */
  readonly most: number
}

/** The room that owners share while work does not keep up, in units a second. */
type Limited = { readonly room: number; readonly calmSince: number | null }

/**
 * Max-min fair rates. Nobody is limited while work keeps up. When it does not, what is done a second is divided: who asks
 * for less than an equal part gets all of it, and the others share the rest equally. Once work keeps up again the room
 * grows, until everybody fits in.
 * @param floor what each owner gets in any case, in units a second
 * @param now ms, never goes back
 */
export function fairRates(
  floor: number,
  { lag, most }: Behind,
  now: () => number = () => performance.now(),
): Rates {
  const demand = recentDemand(now)
  const done = throughput(now)
  const peak = peakOf(now)
  let limited: Limited | null = null
  let level = Number.POSITIVE_INFINITY
  let steppedAt = now()
  const step = () => {
    const since = now() - steppedAt
    if (since < STEP_MS) return
    steppedAt = now()
    const measured = {
      lag: lag(),
      peak: peak(done.perSecond(lag())),
      demand: demand.total(),
      at: now(),
    }
    limited = next(since > CALM_MS ? null : limited, measured, most)
    level = limited === null ? Number.POSITIVE_INFINITY : levelOf(demand.all(), limited.room)
  }
  return {
    note(owner, units) {
      demand.note(owner, units)
      step()
    },
    of: () => Math.max(floor, level),
    begun: done.begun,
  }
}

type Measured = {
  readonly lag: number
  readonly peak: number
  readonly demand: number
  readonly at: number
}

function next(before: Limited | null, measured: Measured, most: number): Limited | null {
  const { lag, peak, demand, at } = measured
  if (lag > most) {
    const part = Math.min(REDUCTION.most, Math.max(REDUCTION.least, most / lag))
    return { room: part * peak, calmSince: null }
  }
  if (before === null) return null
  const room = Math.max(REDUCTION.end * peak, before.room)
  if (demand > room) {
    const growth = lag < most / 2 ? GROWTH.far : GROWTH.near
    return { room: room * growth, calmSince: null }
  }
  const calmSince = before.calmSince ?? at
  return at - calmSince < CALM_MS ? { room, calmSince } : null
}

/** The largest of the values of a time. */
function peakOf(now: () => number): (value: number) => number {
  let kept: readonly { readonly at: number; readonly value: number }[] = []
  return (value) => {
    const others = kept.filter((one) => one.value > value && now() - one.at < PEAK_MS)
    kept = [...others, { at: now(), value }]
    return kept[0]?.value ?? value
  }
}

/** The rate up to which each demand can be met within the room; that of the largest, if all can, is what others leave. */
function levelOf(demands: Iterable<number>, room: number): number {
  const sorted = [...demands].sort((one, other) => one - other)
  let rest = room
  for (const [place, demand] of sorted.entries()) {
    const equal = rest / (sorted.length - place)
    if (demand > equal || place === sorted.length - 1) return equal
    rest -= demand
  }
  return room
}
