import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { cpuSeconds } from './cpu.ts'
import { makeNotes, NOTES, readNotes } from './notes.ts'
import { report } from './report.ts'
import { isAt, isThorough, THOROUGH } from './thorough.ts'

// Runs the checks and the tests, and says what they have cost. The argument says which: `quick` (npm test), `thorough`
// (what `npm run test:all` runs beyond it), or `all`.

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const BUILT = fileURLToPath(new URL('../../.built/test/', import.meta.url))
const CHECKS: readonly (readonly string[])[] = [
  ['biome', 'check'],
  ['tsc', '-b'],
  ['knip'],
  ['npm', 'run', '--silent', 'docs:check'],
]
const BUILDS = [
  ['tap', 'build'],
  ['npm', 'run', '--silent', 'test:bundle'],
]

const which = process.argv[2] ?? 'quick'
const notes = makeNotes()
const steps = new Map<string, number>()
const begun = Date.now()

process.exitCode = await runAll()
for (const line of report(steps, readNotes(notes))) say(line)
say(`Time: ${Math.round((Date.now() - begun) / 1_000)} s`)

/** Each step runs only after the one before it has passed. @returns the exit code of the last step */
async function runAll(): Promise<number> {
  const checks = which === 'thorough' ? BUILDS : [...CHECKS, ...BUILDS]
  for (const command of checks) {
    const code = await run(command, command.join(' '))
    if (code !== 0) return code
  }
  return run(['tap', ...(await chosen())], 'tests')
}

/** The built tests of this run. @throws when test/run/thorough.ts names a test that does not exist */
async function chosen(): Promise<string[]> {
  const files = await readdir(BUILT, { recursive: true })
  const found = files.filter((name) => name.endsWith('.test.js') && !name.startsWith('soak/'))
  const tests = found.map((name) => name.replace(/\.test\.js$/, '')).sort()
  const missing = THOROUGH.find((place) => !tests.some((path) => isAt(place, path)))
  if (missing !== undefined) throw new Error(`test/run/thorough.ts: no test at ${missing}`)
  const wanted = tests.filter(
    (path) => which === 'all' || isThorough(path) === (which === 'thorough'),
  )
  return wanted.map((path) => `.built/test/${path}.test.js`)
}

async function run([program = '', ...args]: readonly string[], name: string): Promise<number> {
  say(`> ${name}`)
  const before = cpuSeconds('self')
  const env = { ...process.env, [NOTES]: notes }
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'inherit', 'inherit'], env })
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  steps.set(name, cpuSeconds('self') - before)
  if (signal !== null) say(`${name} was ended by ${signal}`)
  return code ?? 1
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}
