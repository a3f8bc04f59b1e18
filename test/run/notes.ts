import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What one process of a run notes for the report at the end of the run. */
export type Note =
  /** A test file has ended. `cpu`: seconds of processor time, its servers included. */
  | { readonly kind: 'file'; readonly name: string; readonly cpu: number }
  /** A server that test files share has ended; no test file has it in its own figure. */
  | { readonly kind: 'server'; readonly name: string; readonly cpu: number }
  /** A test waited longer than a quick machine would let it. */
  | {
      readonly kind: 'wait'
      readonly name: string
      readonly seconds: number
      readonly where: string
    }

/** The variable that names the file of notes, in the environment of every process of a run. */
export const NOTES = 'RECADO_RUN_NOTES'

/** Creates an empty file of notes. @returns its path */
export function makeNotes(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'recado-test-run-')), 'notes.jsonl')
  appendFileSync(path, '')
  return path
}

/** Adds a note to the run that this process is part of; without a run it does nothing. */
export function note(line: Note): void {
  const path = process.env[NOTES]
  // One write of a short line: lines of several processes do not mix.
  if (path) appendFileSync(path, `${JSON.stringify(line)}\n`)
}

/** All notes so far. */
export function readNotes(path: string): Note[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Note)
}
