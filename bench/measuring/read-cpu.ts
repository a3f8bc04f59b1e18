import { existsSync, readFileSync } from 'node:fs'
import { type ProcessStat, parseStat, treeOf } from './cpu-table.ts'

/** Processor time by the name of a process, ms. */
export type CpuTimes = Readonly<Record<string, number>>

/** What `/proc` says at one moment. */
export type CpuReading = { readonly times: CpuTimes; readonly busy: ReadonlySet<string> }

/** A process to measure, with its descendants. */
export type NamedProcess = { readonly name: string; readonly pid: number }

/** This process itself, and its descendants that have ended. */
export const BENCH = 'bench'
export const ENDED = 'ended processes'
/** A process that ends while the table is read may be counted twice or not at all; then it is read again. */
const MAX_READS = 5

/** @throws when the kernel does not list the children of a process: backends of Postgres would be missing */
export function assertReadable(): void {
  if (!existsSync('/proc/thread-self/children'))
    throw new Error(
      'this bench needs /proc/<pid>/task/<tid>/children of Linux (CONFIG_PROC_CHILDREN)',
    )
}

/** Processor time that reading itself has used, ms: it is no row's. */
let readingMs = 0

/**
 * Reads the processor time of each process with its descendants, of this one alone, and of children that have ended, and
 * which processes are busy, of which this one never is.
 */
export function readCpu(processes: readonly NamedProcess[]): CpuReading {
  const begun = ownMs()
  const table = settledTable(processes)
  const times: Record<string, number> = { [ENDED]: endedOf(process.pid) }
  const busy = new Set<string>()
  for (const { name, pid } of processes) {
    const { ms, isBusy } = treeOf(table, pid)
    times[name] = (times[name] ?? 0) + ms
    if (isBusy) busy.add(name)
  }
  times[BENCH] = begun - readingMs
  readingMs += ownMs() - begun
  return { times, busy }
}

function ownMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

function settledTable(processes: readonly NamedProcess[]): ProcessStat[] {
  const ended = () => processes.map(({ pid }) => endedOf(pid)).join()
  for (let reads = 1; ; reads += 1) {
    const before = ended()
    const table = processes.flatMap(({ pid }) => readTree(pid))
    if (reads === MAX_READS || before === ended()) return table
  }
}

function endedOf(pid: number): number {
  return ofEnded(() => [parseStat(read(`${pid}/stat`))])[0]?.ended ?? 0
}

/** A process and its descendants; those that a thread beside the first has started are missing. */
function readTree(pid: number): ProcessStat[] {
  return ofEnded(() => {
    const children = read(`${pid}/task/${pid}/children`).split(' ').filter(Boolean)
    return [parseStat(read(`${pid}/stat`)), ...children.flatMap((child) => readTree(Number(child)))]
  })
}

function read(path: string): string {
  return readFileSync(`/proc/${path}`, 'utf8')
}

/** Nothing for a process that has ended meanwhile. */
function ofEnded(stats: () => ProcessStat[]): ProcessStat[] {
  try {
    return stats()
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ESRCH') return []
    throw error
  }
}
