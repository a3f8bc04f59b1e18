import { GROUPS } from './groups.ts'
import { measureGroups } from './measure-groups.ts'
import { openStrays } from './measuring/bounded.ts'
import { CLOCK } from './measuring/clock.ts'
import { type Options, readOptions } from './options.ts'
import { compare, linesOf } from './report/compare.ts'
import { keepRun, readBaseline, readRun, thisMachine, writeBaseline } from './report/kept-runs.ts'
import { mergeInto, type RunFile, titleOf } from './report/run-file.ts'
import { table } from './report/table.ts'

/** A terminal sends Ctrl-C to all its processes, and npm passes it on as well. */
const SAME_SIGNAL_MS = 1_000

const begun = CLOCK.now()
const stopping = new AbortController()
let stopped = Number.POSITIVE_INFINITY
const strays = openStrays()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, interrupt)
process.on('uncaughtException', (error) => {
  // Whoever waited for it has been given up, as a rule.
  if (!strays.fail(error)) progress(String(error))
})

const code = await run(readOptions(GROUPS)).catch((error: unknown) => {
  progress(String(error))
  return 2
})
// What was given up, such as a call that hangs, would keep the process alive.
process.exit(stopping.signal.aborted ? 130 : code)

/** @returns the exit code */
async function run(options: Options): Promise<number> {
  if (options.from !== undefined) return report(await readRun(options.from), options)
  const begun_at = new Date().toISOString()
  const bounds = { clock: CLOCK, stopping: stopping.signal, strays }
  const { result, close } = await measureGroups(options, bounds, progress)
  try {
    const about = { begun_at, machine: thisMachine(), is_quick: options.quick }
    const measured: RunFile = { format: 1, ...about, ...result }
    const file = await keepRun(measured)
    const code = await report(measured, options)
    print(`Kept as ${file}`)
    return code
  } finally {
    await close()
  }
}

/** Prints the rows, compares and saves them. @returns the exit code: 1 if a row has failed or got dearer */
async function report(run: RunFile, options: Options): Promise<number> {
  print(`\n${table(run.rows, goalsOf)}\n`)
  for (const note of notesOf(run)) print(note)
  const isDearer = options.compare && (await isDearerThanBaseline(run))
  if (options.save) await writeBaseline(mergeInto(await readBaseline(), run))
  return isDearer || run.rows.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

async function isDearerThanBaseline(run: RunFile): Promise<boolean> {
  const baseline = await readBaseline()
  if (baseline === null) throw new Error('there is no bench/baseline.json yet: --save writes it')
  const comparison = compare(baseline, run)
  for (const line of linesOf(comparison)) print(line)
  return comparison.dearer.length > 0
}

function goalsOf(key: { group: string; name: string }) {
  return aboutOf(key)?.goals ?? []
}

function notesOf({ rows }: RunFile): readonly string[] {
  return rows.flatMap((row) => {
    const note = aboutOf(row)?.note
    return note === undefined ? [] : [`${titleOf(row)}: ${note}\n`]
  })
}

function aboutOf(key: { group: string; name: string }) {
  const rows = GROUPS.find(({ name }) => name === key.group)?.rows
  return rows?.find(({ name }) => name === key.name)
}

/** What was measured until now is printed and kept; a later Ctrl-C does not wait for the processes. */
function interrupt(): void {
  if (CLOCK.now() - stopped > SAME_SIGNAL_MS) process.exit(130)
  if (stopping.signal.aborted) return
  stopped = CLOCK.now()
  progress('stopping')
  stopping.abort()
}

function progress(line: string): void {
  const seconds = ((CLOCK.now() - begun) / 1_000).toFixed(0).padStart(4)
  process.stderr.write(`${seconds}s ${line}\n`)
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
