import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** What the tests said about a mutant. One that ends no more is noticed as well. */
export type Outcome = 'killed' | 'survived' | 'timed out' | 'no coverage'

/** What a test file does without mutants. */
export type TestRun = { readonly file: string; readonly ms: number; readonly reached: Set<string> }

/** For a test file without a mutant. */
const MAX_MS = 10 * 60_000
/** Slower than this many times the usual, and this much longer, counts as endless. */
const PATIENCE = { times: 5, ms: 10_000 }

/**
 * Runs a built test file without a mutant.
 * @param out the folder of the built tests
 * @returns null when the test fails
 */
export async function observe(out: URL, file: string): Promise<TestRun | null> {
  const reached = fileURLToPath(new URL(`${file.replaceAll('/', '.')}.json`, out))
  const begun = Date.now()
  const code = await run(out, [file], { REACHED: reached }, MAX_MS)
  if (code !== 0) return null
  const ids = JSON.parse(await readFile(reached, 'utf8')) as string[]
  return { file, ms: Date.now() - begun, reached: new Set(ids) }
}

/** Runs the tests that reach a mutant, the quickest first, until one notices it. */
export async function tryMutant(out: URL, tests: readonly TestRun[], id: string): Promise<Outcome> {
  const reaching = tests.filter(({ reached }) => reached.has(id)).sort((a, b) => a.ms - b.ms)
  if (reaching.length === 0) return 'no coverage'
  const usual = reaching.reduce((sum, { ms }) => sum + ms, 0)
  const files = reaching.map(({ file }) => file)
  const active = { __STRYKER_ACTIVE_MUTANT__: id, TAP_BAIL: '1' }
  const code = await run(out, files, active, PATIENCE.times * usual + PATIENCE.ms)
  if (code === null) return 'timed out'
  return code === 0 ? 'survived' : 'killed'
}

/** @returns the exit code; null when the time was over */
async function run(out: URL, files: readonly string[], env: NodeJS.ProcessEnv, ms: number) {
  const args = ['test/mutate/run-tests', ...files].map((file) =>
    fileURLToPath(new URL(`${file}.js`, out)),
  )
  const child = spawn(process.execPath, args, {
    stdio: 'ignore',
    env: { ...process.env, TAP_TIMEOUT: '3600', ...env },
    timeout: ms,
    killSignal: 'SIGKILL',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  return code
}
