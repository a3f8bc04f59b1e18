import type { Io } from './io.ts'
import { plain, plainJson } from './plain.ts'

/** Shows results: as JSON to programs, as lines to people. */
export type Output = {
  /** The only result of a command. @param lines the form for people */
  show(value: unknown, lines: () => readonly string[]): Promise<void>
  /** One of a series of results: a line of JSON or of text. */
  next(value: unknown, line: () => string): Promise<void>
  /** A remark beside the result. */
  tell(line: string): void
}

export function outputOf(io: Io, isJson: boolean): Output {
  const write = (line: string) => io.write(`${line}\n`)
  const paint = paintFor(io)
  // Results contain texts of strangers, so control characters are removed from every line.
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

/** A table in aligned columns, its names first. */
export function table(names: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = [names.map((name) => name.toUpperCase()), ...rows.map((row) => row.map(plain))]
  const widths = names.map((_, at) => Math.max(...cells.map((row) => [...(row[at] ?? '')].length)))
  return cells.map((row) =>
    row
      .map((cell, at) => pad(cell, widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

function pad(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - [...text].length))
}

const COLOURS: readonly (readonly [RegExp, number])[] = [
  [/\b(failed|dead|fail|gone|refused|disconnected)\b/g, 31],
  [/\b(delivered|read|connected|ok|accepted)\b/g, 32],
  [/\b(pending|note|unknown)\b/g, 33],
]

/** Colours the words for states, on a terminal that supports it. */
function paintFor({ isTerminal, env }: Io): (line: string) => string {
  if (!isTerminal || env.NO_COLOR || env.TERM === 'dumb') return (line) => line
  return (line) =>
    COLOURS.reduce((text, [word, code]) => text.replace(word, `\u001b[${code}m$&\u001b[39m`), line)
}
