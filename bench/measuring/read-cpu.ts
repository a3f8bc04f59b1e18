import { readdirSync, readFileSync } from 'node:fs'
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

/**
 * Reads the processor time of each process with its descendants, of this one alone, and of children that have ended, and
 * which processes are busy, of which this one never is.
 */
export function readCpu(processes: readonly NamedProcess[]): CpuReading {
  const table = settledTable(processes)
  const own = table.find(({ pid }) => pid === process.pid)
  const times: Record<string, number> = { [BENCH]: own?.own ?? 0, [ENDED]: own?.ended ?? 0 }
  const busy = new Set<string>()
  for (const { name, pid } of processes) {
    const { ms, isBusy } = treeOf(table, pid)
    times[name] = (times[name] ?? 0) + ms
    if (isBusy) busy.add(name)
  }
  return { times, busy }
}

function settledTable(processes: readonly NamedProcess[]): ProcessStat[] {
  const ended = () => [process.pid, ...processes.map(({ pid }) => pid)].map(endedOf).join()
  for (let reads = 1; ; reads += 1) {
    const before = ended()
    const table = readTable()
    if (reads === MAX_READS || before === ended()) return table
  }
}

function endedOf(pid: number): number {
  return readStat(String(pid))[0]?.ended ?? 0
}

function readTable(): ProcessStat[] {
  return readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? readStat(name) : []))
}

/** Nothing for a process that has ended meanwhile. */
function readStat(pid: string): ProcessStat[] {
  try {
    return [parseStat(readFileSync(`/proc/${pid}/stat`, 'utf8'))]
  } catch {
    return []
  }
}
