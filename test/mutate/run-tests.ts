import fc from 'fast-check'
import { runDeclared } from './declared-tests.ts'

// Runs built test files on request of the process that has started this one, with one mutant switched on or none.

export type Job = {
  readonly mutant: string | undefined
  /** How often the mutant may be reached; a loop that it made endless ends there. */
  readonly hits: number
  /** The URLs of built test files. */
  readonly files: readonly string[]
}

/** How often mutants were reached, by their ids. */
export type Hits = Readonly<Record<string, number>>

export type Answer = {
  /** The file that has failed, after which the others are not run. */
  readonly failed: string | null
  /** While modules were loaded that were not loaded before, and by the tests. */
  readonly loading: Hits
  readonly running: Hits
}

// The same few values for every mutant, without looking for the smallest counterexample: one is enough.
fc.configureGlobal({ seed: 1, numRuns: 30, endOnFailure: true })

/** What the instrumented modules read and count. */
const switches = {
  ...{ activeMutant: undefined as string | undefined, hitCount: 0, hitLimit: 0 },
  ...{ currentTestId: '', mutantCoverage: { static: {}, perTest: {} as Record<string, Hits> } },
}
Object.assign(globalThis, { __stryker__: switches })

let loads = 0
let current: string | null = null

async function passes(file: string): Promise<boolean> {
  current = file
  switches.currentTestId = 'loading'
  await import(`${file}?${loads++}`)
  switches.currentTestId = 'running'
  return runDeclared()
}

async function run({ mutant, hits, files }: Job) {
  Object.assign(switches, { activeMutant: mutant, hitCount: 0, hitLimit: hits })
  switches.mutantCoverage.perTest = {}
  for (const file of files) if (!(await passes(file).catch(() => false))) return answer(file)
  answer(null)
}

function answer(failed: string | null) {
  const { loading = {}, running = {} } = switches.mutantCoverage.perTest
  current = null
  process.channel?.ref()
  process.send?.({ failed, loading, running } satisfies Answer)
}

process.on('message', (job: Job) => {
  // Without this the process would wait for ever for a test that waits for nothing.
  process.channel?.unref()
  void run(job)
})
process.on('beforeExit', () => {
  if (current !== null) answer(current)
})
process.on('disconnect', () => process.exit())
