import type { LabProcess } from '../lab/lab-process.ts'
import type { Clock } from './clock.ts'
import type { RoundResult, RowAbout, Side } from './group.ts'
import {
  BENCH,
  type CpuReading,
  type CpuTimes,
  ENDED,
  type NamedProcess,
  readCpu,
} from './read-cpu.ts'

/** What a round has cost. */
export type Cost = RoundResult & {
  /** Processor time of an operation by process, microseconds, without what the processes use at rest. */
  readonly usPerOpByProcess: CpuTimes
  readonly usPerOp: number
}

/** Measures what rounds cost, over the processes of one group. */
export type Meter = {
  cost(about: RowAbout, which: Which, side: Side, signal: AbortSignal): Promise<Cost>
  /**
   * What the product uses at rest, ms of processor time a second; measured once. From then on it is taken off each
   * cost: else a machine that is slow, because others use it too, would charge each operation with more of it.
   */
  rest(signal: AbortSignal): Promise<number>
}

type Which = 'ours' | 'raw'

type Options = {
  /** The processes that run now. */
  processes(): readonly LabProcess[]
  readonly clock: Clock
  /** The processor time of a round, ms: of a time on the clock a busy machine leaves too little to be measured. */
  readonly roundCpuMs: number
  /** How long the processes are watched at rest, ms. */
  readonly restMs: number
  read?(processes: readonly NamedProcess[]): CpuReading
}

/** How often a round is looked at, ms. */
const LOOK_MS = 50
/** A round on a machine that has no time for it ends after this, ms. */
const MAX_ROUND_MS = 15_000
/** Work in the background that a round leaves behind counts, until two windows of this length are quiet, ms. */
const WINDOW_MS = 150
/** The most processor time of a quiet window, ms; timers of the product use half of it. */
const MAX_QUIET_MS = 20
const MAX_SETTLING_MS = 5_000

/** The processes of each side: its own, and the servers that both use. */
const ROLES = { ours: ['product', 'server'], raw: ['raw', 'server'] } as const

export function openMeter({ read = readCpu, ...options }: Options): Meter {
  const now = () => ({ at: options.clock.now(), ...read(options.processes()) })
  const state: State = { ...options, now, rest: null }
  return {
    cost: (...round) => measureRound(state, ...round),
    async rest(signal) {
      state.rest ??= await measureRest(state, signal)
      return totalOf(state.rest, namesOf(options.processes(), {}, 'ours'))
    },
  }
}

type State = Omit<Options, 'read'> & {
  now(): Reading
  /** ms of processor time a second at rest, by process; null until it was measured. */
  rest: CpuTimes | null
}

async function measureRound(
  { processes, clock, roundCpuMs, now, rest }: State,
  ...[about, which, side, signal]: Parameters<Meter['cost']>
): Promise<Cost> {
  // A row that was given up must not go on beside the next one.
  signal.throwIfAborted()
  await side.prepare?.()
  const watched = { now, clock, signal, names: namesOf(processes(), about, which) }
  if (side.prepare !== undefined) await settle(watched)
  const before = now()
  const result = await doRound(side, before, watched, roundCpuMs)
  await settle(watched)
  return costOf(result, watched.names, spent(before, now(), rest ?? {}))
}

async function measureRest({ now, clock, restMs }: State, signal: AbortSignal): Promise<CpuTimes> {
  const before = now()
  await clock.wait(restMs, signal)
  return perSecond(before, now())
}

type Reading = CpuReading & { readonly at: number }

type Watched = {
  now(): Reading
  readonly clock: Clock
  readonly signal: AbortSignal
  /** The processes that count. */
  readonly names: readonly string[]
}

function namesOf(
  processes: readonly LabProcess[],
  { inBench, isRawOurs = false }: Pick<RowAbout, 'inBench' | 'isRawOurs'>,
  which: Which,
): readonly string[] {
  const roles: readonly string[] = ROLES[isRawOurs ? 'ours' : which]
  const started = processes.filter(({ role }) => roles.includes(role)).map(({ name }) => name)
  const own = inBench === 'both' || inBench === which ? [BENCH] : []
  return [...new Set([...started, ENDED, ...own])]
}

/** Does a round, which is told that it is enough once its processes have used their time. */
async function doRound(
  side: Side,
  begun: Reading,
  { now, clock, names, signal }: Watched,
  cpuMs: number,
): Promise<RoundResult> {
  const start = totalOf(begun.times, names)
  let [isReached, looked] = [false, begun.at]
  const look = () => {
    const { at, times } = now()
    looked = at
    isReached = totalOf(times, names) - start >= cpuMs || at - begun.at >= MAX_ROUND_MS
    return isReached
  }
  return side.round({
    signal,
    isReached: () => isReached || (clock.now() - looked >= LOOK_MS && look()),
  })
}

/** Waits until the processes are quiet: they use next to nothing, and not because the machine has no time for them. */
async function settle({ now, names, clock, signal }: Watched): Promise<void> {
  const begun = clock.now()
  let [before, quiet] = [totalOf(now().times, names), 0]
  while (quiet < 2 && clock.now() - begun < MAX_SETTLING_MS && !signal.aborted) {
    await clock.wait(WINDOW_MS, signal)
    const { times, busy } = now()
    const after = totalOf(times, names)
    const isQuiet = after - before <= MAX_QUIET_MS && !names.some((name) => busy.has(name))
    quiet = isQuiet ? quiet + 1 : 0
    before = after
  }
}

/** Processor time by process between two readings, ms, without that of rest. */
function spent(before: Reading, after: Reading, rest: CpuTimes): CpuTimes {
  const seconds = (after.at - before.at) / 1_000
  return mapped(after.times, (time, name) =>
    Math.max(0, time - (before.times[name] ?? 0) - (rest[name] ?? 0) * seconds),
  )
}

/** At rest this process only measures, and what has ended does not rest. */
function perSecond(before: Reading, after: Reading): CpuTimes {
  const seconds = (after.at - before.at) / 1_000
  const rates = mapped(after.times, (time, name) => (time - (before.times[name] ?? 0)) / seconds)
  return { ...rates, [BENCH]: 0, [ENDED]: 0 }
}

/** @throws when the round has done nothing */
function costOf(result: RoundResult, names: readonly string[], ms: CpuTimes): Cost {
  if (result.operations === 0) throw new Error('a round has ended without a single operation')
  const all = mapped(ms, (time) => (time * 1_000) / result.operations)
  const usPerOpByProcess = Object.fromEntries(names.map((name) => [name, all[name] ?? 0]))
  return { ...result, usPerOpByProcess, usPerOp: totalOf(all, names) }
}

function mapped(times: CpuTimes, change: (time: number, name: string) => number): CpuTimes {
  return Object.fromEntries(Object.entries(times).map(([name, time]) => [name, change(time, name)]))
}

function totalOf(times: CpuTimes, names: readonly string[]): number {
  return names.reduce((sum, name) => sum + (times[name] ?? 0), 0)
}
