import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { RUN } from '../kit/test-run.ts'
import { cpuSeconds } from './cpu.ts'
import { makeNotes, NOTES, readNotes } from './notes.ts'
import { report } from './report.ts'
import { runFiles } from './run-files.ts'
import { isAt, isThorough, THOROUGH } from './thorough.ts'

// Runs the checks and the tests, and says what they have cost. The argument says which: `quick` (npm test), `thorough`
// (what `npm run test:all` runs beyond it), `all`, or `soak`.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUILT = fileURLToPath(new URL('../../.built/test/', import.meta.url))
const CHECKS: readonly (readonly string[])[] = [
  ['biome', 'check'],
  // Several checkers of a project would each infer anew what they share.
  ['tsc', '-b', '--checkers', '1'],
  ['knip'],
  ['npm', 'run', '--silent', 'docs:check'],
]
const BUILDS = [['npm', 'run', '--silent', 'test:bundle']]
/** Stops what the files have shared. */
const AFTER = [process.execPath, '.built/test/kit/after.js']
/** Longest time of a test file. */
const SECONDS = { quick: 600, thorough: 600, all: 600, soak: 1_800 }

const which = (process.argv[2] ?? 'quick') as keyof typeof SECONDS
const notes = makeNotes()
const env = { ...process.env, [NOTES]: notes, [RUN]: String(process.pid) }
const steps = new Map<string, number>()
const begun = Date.now()

process.exitCode = await runAll()
for (const line of report(steps, readNotes(notes))) say(line)
say(`Time: ${Math.round((Date.now() - begun) / 1_000)} s`)

/** Each step runs only after the one before it has passed. @returns the exit code of the last step */
async function runAll(): Promise<number> {
  const checks = which === 'quick' || which === 'all' ? [...CHECKS, ...BUILDS] : BUILDS
  for (const command of checks) {
    const code = await run(command, command.join(' '))
    if (code !== 0) return code
  }
  const passed = await runTests()
  const code = await run(AFTER, 'after the tests')
  return passed ? code : 1
}

async function runTests(): Promise<boolean> {
  say('> tests')
  const before = cpuSeconds('self')
  const passed = await runFiles(await chosen(), { root: ROOT, env, seconds: SECONDS[which], say })
  steps.set('tests', cpuSeconds('self') - before)
  return passed
}

/** The built tests of this run. @throws when test/run/thorough.ts names a test that does not exist */
async function chosen(): Promise<string[]> {
  const files = await readdir(BUILT, { recursive: true })
  const found = files.filter((name) => name.endsWith('.test.js'))
  const tests = found.map((name) => name.replace(/\.test\.js$/, '')).sort()
  const missing = THOROUGH.find((place) => !tests.some((path) => isAt(place, path)))
  if (missing !== undefined) throw new Error(`test/run/thorough.ts: no test at ${missing}`)
  return tests.filter(isWanted).map((path) => `.built/test/${path}.test.js`)
}

function isWanted(path: string): boolean {
  if (path.startsWith('soak/') || which === 'soak')
    return path.startsWith('soak/') && which === 'soak'
  return which === 'all' || isThorough(path) === (which === 'thorough')
}

async function run([program = '', ...args]: readonly string[], name: string): Promise<number> {
  say(`> ${name}`)
  const before = cpuSeconds('self')
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  steps.set(name, cpuSeconds('self') - before)
  if (signal !== null) say(`${name} was ended by ${signal}`)
  return code ?? 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
