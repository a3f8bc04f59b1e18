import { type Lab, openLabs } from './lab/lab.ts'
import type { Bounds } from './measuring/bounded.ts'
import { measureRow } from './measuring/measure-row.ts'
import { type Meter, openMeter } from './measuring/meter.ts'
import { type RunResult, runGroups } from './measuring/run-groups.ts'
import type { Options } from './options.ts'

/** The lines of the processes that are shown when a row has failed. */
const MAX_HEARD = 15
const QUICK = { share: 0.1, roundCpuMs: 100, rounds: 1, warmUpMs: 0, restMs: 200 }
const WHOLE = { share: 1, roundCpuMs: 1_000, rounds: 3, warmUpMs: 60_000, restMs: 3_000 }

/** What was measured, and the end of everything that was started for it. */
export type Measured = { readonly result: RunResult; close(): Promise<void> }

/** Measures groups over real servers. @param progress prints a line */
export async function measureGroups(
  { groups, quick, rows: listRows }: Options,
  bounds: Bounds,
  progress: (line: string) => void,
): Promise<Measured> {
  const { clock, stopping } = bounds
  const length = quick ? QUICK : WHOLE
  const heard: string[] = []
  const labs = await openLabs((line) => hear(heard, line), stopping)
  const about = { listRows, share: length.share, progress: (what: string) => progress(`  ${what}`) }
  let [lab, meter]: [Lab?, Meter?] = []
  const clear = async () => lab?.clear()
  const result = await runGroups(groups, {
    ...{ ...bounds, listRows, progress },
    open(group) {
      const fresh = labs.open()
      ;[lab, meter] = [fresh, openMeter({ ...fresh, ...length, clock })]
      return group.open({ ...about, lab: fresh })
    },
    measure: (row, signal) => measureRow(row, meter as Meter, { clock, ...length }, signal),
    explain: () => heard.splice(0).forEach((line) => void progress(`  | ${line}`)),
    close: clear,
  })
  return { result, close: () => clear().then(labs.close) }
}

/** What says that all is well: in our log, and in that of NATS. */
const WELL = /"level":30|\[INF\]/

/** Keeps the last lines that may explain a failure. */
function hear(heard: string[], line: string): void {
  if (WELL.test(line)) return
  heard.push(line)
  if (heard.length > MAX_HEARD) heard.shift()
}
