import { readFileSync } from 'node:fs'

/** Linux counts processor time in hundredths of a second on every platform that Node runs on. */
const TICKS_PER_SECOND = 100

/**
 * The processor time of a process and of all its descendants that have ended and been waited for, in seconds, as
 * `/proc` reports it. A descendant that still runs, or whose parent ended first, is not in it.
 */
export function cpuSeconds(pid: number | 'self'): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The second field is the program's name, in parentheses, which may itself hold blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  // utime, stime, cutime and cstime are fields 14 to 17 of proc(5).
  const ticks = fields.slice(11, 15).map(Number)
  return ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND
}
