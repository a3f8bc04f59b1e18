/** Linux counts processor time in hundredths of a second on every platform that Node runs on. */
const MS_PER_TICK = 10

/** A process as `/proc/<pid>/stat` describes it; times in ms. */
export type ProcessStat = {
  readonly pid: number
  readonly parent: number
  /** Whether it works, or would if it had a processor. */
  readonly isBusy: boolean
  /** Of the process itself. */
  readonly own: number
  /** Of its descendants that have ended and been waited for. */
  readonly ended: number
}

/** @param text of `/proc/<pid>/stat`, see proc(5) */
export function parseStat(text: string): ProcessStat {
  // The second field is the program's name, in parentheses, which may itself hold blanks and parentheses.
  const fields: readonly string[] = text.slice(text.lastIndexOf(')') + 2).split(' ')
  // Fields 4 and 14 to 17: parent, utime, stime, cutime, cstime.
  const [parent = 0, utime = 0, stime = 0, cutime = 0, cstime = 0] = [1, 11, 12, 13, 14].map((at) =>
    Number(fields[at]),
  )
  return {
    ...{ pid: Number.parseInt(text, 10), parent, isBusy: fields[0] === 'R' },
    own: (utime + stime) * MS_PER_TICK,
    ended: (cutime + cstime) * MS_PER_TICK,
  }
}

/** A process with all its descendants. */
export type TreeStat = { readonly isBusy: boolean; readonly ms: number }

/**
 * Processor time of a process with all its descendants, ms: those that run and, through whoever waited for them, those
 * that have ended. It never falls, as time passes from a descendant to its parent when it ends.
 * @param table of all processes @returns 0 for a process that is not in the table
 */
export function treeOf(table: readonly ProcessStat[], root: number): TreeStat {
  const below = (one: ProcessStat): ProcessStat[] => [
    one,
    ...table.filter(({ parent }) => parent === one.pid).flatMap(below),
  ]
  const tree = table.filter(({ pid }) => pid === root).flatMap(below)
  const ms = tree.reduce((sum, { own, ended }) => sum + own + ended, 0)
  return { isBusy: tree.some(({ isBusy }) => isBusy), ms }
}
