import { EQUIVALENT } from './equivalent.ts'
import type { Mutant } from './instrument.ts'
import type { Outcome } from './run-mutants.ts'

export type Judged = Mutant & { readonly outcome: Outcome }

const COLUMNS = ['killed', 'timed out', 'survived', 'no coverage', 'equivalent'] as const

/** A table by folder, and the known survivors that were noticed or are no more. */
export function report(judged: readonly Judged[]): string[] {
  const folders = [...new Set(judged.map(folderOf))].sort()
  return [
    row(['folder', 'mutants', ...COLUMNS, 'noticed']),
    ...folders.map((folder) =>
      row([folder, ...figures(judged.filter((one) => folderOf(one) === folder))]),
    ),
    row(['all', ...figures(judged)]),
    ...EQUIVALENT.filter((known) => isOutdated(known, judged)).map(
      ({ file, source }) => `test/mutate/equivalent.ts: no survivor at ${file}: ${source}`,
    ),
  ]
}

/** Names a survivor that is not known as equivalent; nothing for any other mutant. */
export function survivor(one: Judged): string[] {
  if (columnOf(one) !== 'survived') return []
  const { file, line, source, replacement } = one
  return [`${file}:${line}  ${source}\n    -> ${replacement.replaceAll(/\s+/g, ' ')}`]
}

function figures(those: readonly Judged[]): string[] {
  const counts = COLUMNS.map((column) => those.filter((one) => columnOf(one) === column).length)
  const [killed = 0, timedOut = 0, survived = 0] = counts
  const share = (100 * (killed + timedOut)) / Math.max(1, killed + timedOut + survived)
  return [those.length, ...counts].map(String).concat(`${share.toFixed(1)} %`)
}

function columnOf(one: Judged): (typeof COLUMNS)[number] {
  const isKnown = one.outcome === 'survived' && EQUIVALENT.some((known) => isSame(known, one))
  return isKnown ? 'equivalent' : one.outcome
}

/** Only where every mutant of the file was tried. */
function isOutdated(known: (typeof EQUIVALENT)[number], judged: readonly Judged[]): boolean {
  const those = judged.filter(({ file }) => file === known.file)
  return those.length > 0 && !those.some((one) => isSame(known, one))
}

const isSame = (a: Omit<(typeof EQUIVALENT)[number], 'reason'>, b: Mutant) =>
  a.file === b.file && a.source === b.source && a.replacement === b.replacement

const folderOf = ({ file }: Mutant) => file.split('/').slice(0, 2).join('/')

const row = ([first = '', ...cells]: readonly string[]) =>
  first.padEnd(28) + cells.map((cell) => cell.padStart(12)).join('')
