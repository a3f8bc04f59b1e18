import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { inTurns } from './in-turns.ts'

/** As many test files run at a time: more than two cores need, because a test often waits for a server. */
const AT_A_TIME = 3
/** A test file reports itself what it was doing when its time is over; it is killed if it says nothing that much later. */
const LAST_WORDS_MS = 30_000

type Options = {
  readonly root: string
  readonly env: NodeJS.ProcessEnv
  /** Longest time of a file. */
  readonly seconds: number
  readonly say: (line: string) => void
}

/** How many assertions passed, failed, were skipped, by the words of TAP. */
type Counts = Map<string, number>

/**
 * Runs built test files, each in a process of its own, and prints what a file has said when it ends, as one subtest of a
 * TAP stream. A file has failed unless it exits with 0 and says how many of its assertions have passed.
 * @returns whether all have passed
 */
export async function runFiles(files: readonly string[], options: Options): Promise<boolean> {
  const { say } = options
  const totals: Counts = new Map()
  let ended = 0
  say(`TAP version 14\n1..${files.length}`)
  await inTurns(files, AT_A_TIME, async (file) => {
    const { output, passed, counts, ms } = await runFile(file, options)
    for (const [word, n] of counts) totals.set(word, (totals.get(word) ?? 0) + n)
    say(`# Subtest: ${file}\n${indented(output)}`)
    ended += 1
    say(`${passed ? 'ok' : 'not ok'} ${ended} - ${file} # time=${ms}ms\n`)
  })
  say(`# { ${[...totals].map(([word, n]) => `${word}: ${n}`).join(', ')} }`)
  return !totals.has('fail')
}

async function runFile(file: string, options: Options) {
  const begun = Date.now()
  const { output, end } = await outputOf(file, options)
  const counts = countsIn(output)
  const passed = end === 0 && counts.size > 0 && !counts.has('fail')
  // A file that broke off, or broke after its last assertion, must not look as if all had passed.
  if (!passed && !counts.has('fail'))
    counts.set('total', 1 + (counts.get('total') ?? 0)).set('fail', 1)
  const said = passed ? output : `${output.trimEnd()}\n# ended with ${end}`
  return { output: said, passed, counts, ms: Date.now() - begun }
}

/** @returns what a file has written, and its exit code or the signal that ended it */
async function outputOf(file: string, { root, env, seconds }: Options) {
  const child = spawn(process.execPath, [...FLAGS, file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...env, TAP_TIMEOUT: String(seconds) },
  })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
  })
  const closed = once(child.stdout, 'close')
  const tooLate = setTimeout(() => child.kill('SIGKILL'), seconds * 1_000 + LAST_WORDS_MS)
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
  clearTimeout(tooLate)
  // A program that outlives its test may hold its output open.
  await Promise.race([closed, delay(LAST_WORDS_MS, null, { ref: false })])
  return { output, end: signal ?? code }
}

const FLAGS = [
  '--enable-source-maps',
  '--require=./test/bundle/own-loading.cjs',
  '--import=./.built/test/run/note-file.js',
]

/** What a file says at its end, such as `# { total: 12, pass: 11, fail: 1 }`. */
function countsIn(output: string): Counts {
  const [, said = ''] = /^# \{ (total: .*) \}$/m.exec(output) ?? []
  return new Map(
    [...said.matchAll(/(\w+): (\d+)/g)].map(([, word = '', n]) => [word, Number(n)] as const),
  )
}

const indented = (output: string) => output.trimEnd().replace(/^(?=.)/gm, '    ')
