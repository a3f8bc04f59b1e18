import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { SOURCE_FLAGS } from '../kit/node-flags.ts'

/** The result of one test of a file. */
export type Result = {
  readonly file: string
  readonly name: string
  readonly holds: boolean
  /** The failed assertions; empty for a test that holds. */
  readonly why: readonly string[]
}

/** The most that one file may take, in ms. */
const PATIENCE_MS = 300_000

const TESTS = fileURLToPath(new URL('..', import.meta.url))

/** Runs a test file, named by its path below `test/`, against the store at `url`. */
export async function runFile(file: string, url: string): Promise<Result[]> {
  const child = spawn(process.execPath, [...SOURCE_FLAGS, `${TESTS}${file}`], {
    env: { ...process.env, EVENTSTORE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: PATIENCE_MS,
  })
  const results: Result[] = []
  let said: string[] = []
  for await (const line of createInterface({ input: child.stdout })) {
    const test = /^(not )?ok \d+ - (.*?)(?: # time=.*)?$/.exec(line)
    if (test === null) said.push(line)
    else {
      const holds = test[1] === undefined
      results.push({ file, name: test[2] ?? '', holds, why: holds ? [] : failuresIn(said) })
      said = []
    }
  }
  // A file that ends before its first test has shown nothing.
  return results.length > 0 ? results : [{ file, name: 'the file runs', holds: false, why: said }]
}

/** The failed assertions in what a test has printed, each with its explanation. */
function failuresIn(lines: readonly string[]): string[] {
  let failing = false
  return lines.filter((line) => {
    if (/^ +(not )?ok /.test(line)) failing = /^ +not ok /.test(line)
    return failing
  })
}
