import { recentDemand } from './recent-demand.ts'
import type { Rates } from './shared-rate.ts'
import { throughput } from './throughput.ts'

/** Time between two checks of the lag. */
const STEP_MS = 250
/** The limits end when lag and demand have both been low for so long. */
const CALM_MS = 5_000
/** The factor by which the room grows each step: `near` once the lag is above half of what is allowed. */
const GROWTH = { far: 1.03, near: 1.01 }
/** How long the highest throughput counts as the capacity: a worker that pauses for a moment can do more than it does. */
const PEAK_MS = 10_000
/**
 * The part of the capacity that is given out. While work lags: from `most` down to `least` as the lag grows, so that the
 * backlog shrinks. Once work keeps up: `end` at least.
 */
const REDUCTION = { most: 0.8, least: 0.5, end: 0.9 }
/** A smaller room has helped once the lag is this part of what it was. It has so long for that, and twice the lag. */
const SHORTER = 0.9
const MIN_TRIAL_MS = 2_000
/** How long the room is not made smaller after that did not help. */
const LEFT_ALONE_MS = 10_000

/** How far processing lags behind the work that began. */
export type Behind = {
  /** The age of the work that is processed now, ms; 0 when nothing waits or the age is unknown. */
  lag(): number
  /** The longest lag, ms, at which processing still keeps up. */
  readonly most: number
}

type Limited = {
  /** The units a second that owners share while processing does not keep up. */
  readonly room: number
  readonly calmSince: number | null
  /** Whether a smaller room helps is not known yet. */
  readonly trial: Trial | null
  /** Something else causes a lag of so many ms: until then the room is not made smaller, unless the lag grows. */
  readonly leftAlone: { readonly until: number; readonly lag: number } | null
}

/** The room was made smaller at a time, when the capacity was `peak`; the longest lag since then. */
type Trial = { readonly since: number; readonly peak: number; readonly lag: number }

/**
 * Max-min fair rates. Nobody is limited while processing keeps up. When it does not, its throughput is divided: an owner
 * that asks for less than an equal part gets all it asks for, and the others share the rest equally. Once processing
 * keeps up again, the room grows until all demand fits.
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
    const behind = lag()
    const measured = { lag: behind, peak: peak(done.perSecond(behind)), at: now() }
    const before = since > CALM_MS ? null : limited
    // Who asks for what is looked up only when it matters.
    const asked = before === null && behind <= most ? [] : demand.all()
    limited = nextLimit(before, { ...measured, demand: totalOf(asked) }, most)
    level = limited === null ? Number.POSITIVE_INFINITY : levelOf(asked, limited.room)
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

function nextLimit(before: Limited | null, measured: Measured, most: number): Limited | null {
  const { lag, peak, demand, at } = measured
  if (lag > most) return whileLagging(before, measured, most)
  if (before === null) return null
  const room = Math.max(REDUCTION.end * peak, before.room)
  const kept = { ...before, trial: null }
  if (demand > room) {
    const growth = lag < most / 2 ? GROWTH.far : GROWTH.near
    return { ...kept, room: room * growth, calmSince: null }
  }
  const calmSince = before.calmSince ?? at
  return at - calmSince < CALM_MS ? { ...kept, room, calmSince } : null
}

/** A smaller room shortens the lag that its owners cause. Where it does not, it would only refuse them. */
function whileLagging(before: Limited | null, measured: Measured, most: number): Limited {
  const { lag, peak, at } = measured
  const { leftAlone = null } = before ?? {}
  if (before !== null && leftAlone !== null && at < leftAlone.until && lag < leftAlone.lag + most)
    return { ...before, room: GROWTH.near * before.room, calmSince: null }
  const trial = nextTrial(before?.trial ?? null, measured)
  if (at - trial.since > MIN_TRIAL_MS + 2 * trial.lag)
    return {
      ...{ room: trial.peak, calmSince: null, trial: null },
      leftAlone: { until: at + LEFT_ALONE_MS, lag: trial.lag },
    }
  const part = Math.min(REDUCTION.most, Math.max(REDUCTION.least, most / lag))
  return { room: part * peak, calmSince: null, trial, leftAlone: null }
}

/** A trial begins anew with every success. */
function nextTrial(before: Trial | null, { lag, peak, at }: Measured): Trial {
  if (before === null) return { since: at, peak, lag }
  if (lag < SHORTER * before.lag) return { since: at, peak: before.peak, lag }
  return { ...before, lag: Math.max(before.lag, lag) }
}

function totalOf(demands: readonly number[]): number {
  return demands.reduce((sum, one) => sum + one, 0)
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

/**
 * The highest rate at which all demands, each cut to that rate, fit the room. If all fit uncut, the largest demand may use
 * what the others leave.
 */
function levelOf(demands: readonly number[], room: number): number {
  const sorted = [...demands].sort((one, other) => one - other)
  let rest = room
  for (const [place, demand] of sorted.entries()) {
    const equal = rest / (sorted.length - place)
    if (demand > equal || place === sorted.length - 1) return equal
    rest -= demand
  }
  return room
}
