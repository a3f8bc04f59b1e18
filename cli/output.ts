import type { Io } from './io.ts'
import { plain, plainJson } from './plain.ts'

/** Where results go: JSON for programs, lines for people. */
export type Output = {
  /** One result. @param lines how a person reads it */
  show(value: unknown, lines: () => readonly string[]): Promise<void>
  /** One of many that follow each other: a line of JSON, or of text. */
  next(value: unknown, line: () => string): Promise<void>
  /** Words beside the result. */
  tell(line: string): void
}

/** @param isJson whether results are JSON */
export function outputOf(io: Io, isJson: boolean): Output {
  const write = (line: string) => io.write(`${line}\n`)
  const paint = paintFor(io)
  // Whatever the server says, or somebody wrote: no line of a result steers the terminal.
  const lineOf = (line: string) => paint(plain(line))
  return {
    async show(value, lines) {
      if (isJson) return write(plainJson(value, 2))
      for (const line of lines()) await write(lineOf(line))
    },
    next: (value, line) => write(isJson ? plainJson(value) : lineOf(line())),
    tell: (line) => io.tell(plain(line)),
  }
}

/** Rows below their names, in columns. */
export function table(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [names.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(plain))]
  const widths = names.map((_, at) => Math.max(...cells.map((row) => [...(row[at] ?? '')].length)))
  return cells.map((row) =>
    row
      .map((cell, at) => padded(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length))
}

const COLOURS: readonly (readonly [RegExp, number])[] = [
  [/\b(failed|dead|fail|gone|refused|disconnected)\b/g, 31],
  [/\b(delivered|read|connected|ok|accepted)\b/g, 32],
  [/\b(pending|note|unknown)\b/g, 33],
]

/** Words of a state have their colour, on a terminal that wants any. */
function paintFor({ isTerminal, env }: Io): (line: string) => string {
  if (!isTerminal || env.NO_COLOR || env.TERM === 'dumb') return (line) => line
  return (line) =>
    COLOURS.reduce((text, [word, code]) => text.replace(word, `\u001b[${code}m$&\u001b[39m`), line)
}
