import type { Row } from './report.ts'
import type { Lab } from './stack.ts'

/** What a bench measures with. */
export type BenchRun = {
  readonly lab: Lab
  /** Rows of each list. */
  readonly rows: number
  /** Interleaved rounds. */
  readonly rounds: number
  /** Length of one measurement, ms. */
  readonly ms: number
  /** Shows what is being done. */
  progress(what: string): void
}

/** One bench. What it starts it starts in the lab, which ends it. */
export type Bench = {
  readonly name: string
  readonly run: (run: BenchRun) => Promise<readonly Row[]>
}
