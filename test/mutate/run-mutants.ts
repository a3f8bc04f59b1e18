import type { Hits } from './run-tests.ts'
import { startTestProcess, type TestProcess } from './test-process.ts'

/** What the tests said about a mutant. One that ends no more is noticed as well. */
export type Outcome = 'killed' | 'survived' | 'timed out' | 'no coverage'

/** What a built test file does without mutants. */
export type TestRun = {
  readonly file: string
  readonly ms: number
  /** The mutants that modules reached because this file loaded them, and how often its tests reached mutants. */
  readonly loading: Hits
  readonly running: Hits
}

/** For a test file without a mutant. */
const MAX_MS = 10 * 60_000
/** Slower than this many times the usual, and this much longer, counts as endless. */
const PATIENCE = { times: 5, ms: 60_000 }
/** Reached more often than this many times the usual, and this much more, counts as endless. */
const HITS = { times: 100, more: 10_000 }

/** Processes that have loaded modules, to be used again: loading costs more than most tests do. */
export function testProcesses(out: URL) {
  const idle: TestProcess[] = []
  return {
    take: () => idle.pop() ?? startTestProcess(out),
    give: (one: TestProcess) => void idle.push(one),
    fresh: () => startTestProcess(out),
    stop: () => {
      for (const one of idle.splice(0)) one.stop()
    },
  }
}
type TestProcesses = ReturnType<typeof testProcesses>

/**
 * Runs a built test file without a mutant.
 * @param file its URL
 * @returns null when the test fails
 */
export async function observe(processes: TestProcesses, file: string): Promise<TestRun | null> {
  const one = processes.take()
  const begun = Date.now()
  const job = { mutant: undefined, hits: Number.MAX_SAFE_INTEGER, files: [file] }
  const reply = await one.ask(job, MAX_MS)
  if (typeof reply === 'string') return null
  processes.give(one)
  if (reply.failed !== null) return null
  return { file, ms: Date.now() - begun, loading: reply.loading, running: reply.running }
}

/**
 * Runs the tests that reach a mutant until one notices it. A process that has loaded the modules before may keep
 * something of another mutant, so it is believed only when it calls a mutant killed and then passes the same tests
 * without it. A new process decides otherwise, and about what modules read while they load.
 * @param reaching the quickest test first
 */
export async function tryMutant(
  processes: TestProcesses,
  reaching: readonly TestRun[],
  mutant: { readonly id: string; readonly isLoaded: boolean },
): Promise<Outcome> {
  if (reaching.length === 0) return 'no coverage'
  const isKilled = !mutant.isLoaded && (await killsInUsed(processes, mutant.id, reaching))
  if (isKilled) return 'killed'
  const one = processes.fresh()
  const reply = await one.ask(jobOf(mutant.id, reaching), patience(reaching))
  one.stop()
  if (typeof reply === 'string') return reply === 'ended' ? 'killed' : reply
  return reply.failed === null ? 'survived' : 'killed'
}

/** Whether tests notice the mutant in a process that has run others, and pass there again without it. */
async function killsInUsed(processes: TestProcesses, id: string, tests: readonly TestRun[]) {
  const used = processes.take()
  const reply = await used.ask(jobOf(id, tests), patience(tests))
  const failed = typeof reply === 'string' ? undefined : reply.failed
  const again = tests.filter(({ file }) => file === failed)
  const without = { ...jobOf(id, again), mutant: undefined }
  const after = failed === undefined ? 'ended' : await used.ask(without, patience(again))
  if (typeof after === 'string' || after.failed !== null) {
    used.stop()
    return false
  }
  processes.give(used)
  return typeof failed === 'string'
}

function jobOf(mutant: string, tests: readonly TestRun[]) {
  const usual = tests.reduce((sum, { running }) => sum + (running[mutant] ?? 0), 0)
  const hits = HITS.times * usual + HITS.more
  return { mutant, hits, files: tests.map(({ file }) => file) }
}

const patience = (tests: readonly TestRun[]) =>
  PATIENCE.times * tests.reduce((sum, { ms }) => sum + ms, 0) + PATIENCE.ms
