import type { Row } from './report.ts'
import type { Lab } from './stack.ts'

/** What a bench gets to measure with. */
export type BenchRun = {
  readonly lab: Lab
  /** Number of rows of each list. */
  readonly rows: number
  /** Number of interleaved rounds. */
  readonly rounds: number
  /** Length of one measurement, ms. */
  readonly ms: number
  /** Prints a progress line. */
  progress(what: string): void
}

/** One bench. It starts everything in the lab, which ends it. */
export type Bench = {
  readonly name: string
  readonly run: (run: BenchRun) => Promise<readonly Row[]>
}
