import { type Lab, type Labs, openLabs } from './lab/lab.ts'
import type { Bounds } from './measuring/bounded.ts'
import type { GroupRun } from './measuring/group.ts'
import { type Measuring, measureRow } from './measuring/measure-row.ts'
import { type Meter, openMeter } from './measuring/meter.ts'
import { assertReadable } from './measuring/read-cpu.ts'
import { type Running, type RunResult, runGroups } from './measuring/run-groups.ts'
import type { Options } from './options.ts'

/** The lines of the processes that are shown when a row has failed. */
const MAX_HEARD = 15
const QUICK = { share: 0.1, roundCpuMs: 100, rounds: 1, warmUpMs: 0, restMs: 200 }
const WHOLE = { share: 1, roundCpuMs: 600, rounds: 5, warmUpMs: 60_000, restMs: 3_000 }

/** What was measured, and the end of everything that was started for it. */
export type Measured = { readonly result: RunResult; close(): Promise<void> }

/** Measures groups over real servers. @param progress prints a line */
export async function measureGroups(
  { groups, quick, rows: listRows }: Options,
  bounds: Bounds,
  progress: (line: string) => void,
): Promise<Measured> {
  const length = { ...(quick ? QUICK : WHOLE), clock: bounds.clock }
  const heard: string[] = []
  assertReadable()
  const labs = await openLabs((line) => hear(heard, line), bounds.stopping)
  const explain = () => heard.splice(0).forEach((line) => void progress(`  | ${line}`))
  const about = { listRows, share: length.share, progress: (what: string) => progress(`  ${what}`) }
  const { open, measure, close } = overLabs(labs, about, length)
  const running = { ...bounds, listRows, progress, explain, open, measure, close }
  const result = await runGroups(groups, running)
  return { result, close: () => close().then(labs.close) }
}

/** Each group gets a lab and a meter of its own. */
function overLabs(
  labs: Labs,
  about: Omit<GroupRun, 'lab'>,
  length: Measuring & { readonly roundCpuMs: number; readonly restMs: number },
): Pick<Running, 'open' | 'measure'> & { close(): Promise<void> } {
  let current: { readonly lab: Lab; readonly meter: Meter } | null = null
  return {
    open(group) {
      const lab = labs.open()
      current = { lab, meter: openMeter({ ...lab, ...length }) }
      return group.open({ ...about, lab })
    },
    async measure(row, signal) {
      if (current === null) throw new Error('no group is open')
      return measureRow(row, current.meter, length, signal)
    },
    close: async () => current?.lab.clear(),
  }
}

/** What says that all is well: in our log, and in that of NATS. */
const WELL = /"level":30|\[INF\]/

/** Keeps the last lines that may explain a failure. */
function hear(heard: string[], line: string): void {
  if (WELL.test(line)) return
  heard.push(line)
  if (heard.length > MAX_HEARD) heard.shift()
}
