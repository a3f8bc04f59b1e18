import { type Goal, judge } from './goal.ts'
import { type FigureResult, type MeasuredRow, type RowResult, titleOf } from './run-file.ts'

const HEADINGS = ['path', '', 'ours', 'raw', 'ratio', 'goal', '', 'raw is']
/** The last column that is aligned to the right. */
const LAST_NUMBER = 5

/**
 * The rows as a text table: of each first its processor time per operation, then its other figures, which depend on
 * what else the machine does.
 * @param goalsOf the goals of a row, by its group and name
 */
export function table(
  rows: readonly RowResult[],
  goalsOf: (row: RowResult) => readonly Goal[],
): string {
  const cells = [HEADINGS, ...rows.flatMap((row) => linesOf(row, goalsOf(row)))]
  const widths = HEADINGS.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)))
  const aligned = cells.map((line) => line.map((cell, i) => align(cell, widths[i] ?? 0, i)))
  return aligned.map((line) => line.join('  ').trimEnd()).join('\n')
}

function linesOf(row: RowResult, goals: readonly Goal[]): string[][] {
  if (row.outcome === 'failed') return [[titleOf(row), `FAILED: ${row.reason}`]]
  return [cpuLine(row, goals), ...row.figures.map((figure) => figureLine(figure, goals))]
}

function cpuLine(row: MeasuredRow, goals: readonly Goal[]): string[] {
  const { cpu_us_per_op: ours, raw_cpu_us_per_op: raw, against, warm_up } = row
  const cells = figureCells(ours, raw, 'us', goalOf(goals, 'cpu'))
  const note = warm_up.ended_by === 'cap' ? ' (not steady when its warm-up ended)' : ''
  return [titleOf(row), 'CPU', ...cells, `${against}${note}`]
}

function figureLine({ name, ours, raw }: FigureResult, goals: readonly Goal[]): string[] {
  const [, label = name, unit = ''] = /^(.*)_(per_s|ms|us|mb)$/.exec(name) ?? []
  const cells = figureCells(ours, raw, UNITS[unit] ?? unit, goalOf(goals, name))
  return ['', label.replaceAll('_', ' '), ...cells]
}

const UNITS: Readonly<Record<string, string>> = { per_s: '/s', mb: 'MB' }

function goalOf(goals: readonly Goal[], figure: Goal['figure']): Goal | undefined {
  return goals.find((goal) => goal.figure === figure)
}

function figureCells(
  ours: number | null,
  raw: number | null,
  unit: string,
  goal: Goal | undefined,
): string[] {
  const [shown, against] = [ours, raw].map((value) => (value === null ? '' : text(value, unit)))
  if (ours === null || raw === null) return [shown ?? '', against ?? '', '', '', '']
  const judged = goal === undefined ? ['', ''] : judge(goal, ours, raw, unit)
  return [shown ?? '', against ?? '', ratioText(ours / raw), ...judged]
}

/** Of what is a small share of the other, three digits: two would not tell whether a goal of 0.02 is reached. */
function ratioText(ratio: number): string {
  return ratio.toFixed(ratio < 0.1 ? 3 : 2)
}

function text(value: number, unit: string): string {
  const digits = value >= 10 ? 1 : 2
  const rounded = value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(digits)
  return `${rounded} ${unit}`
}

function align(cell: string, width: number, column: number): string {
  return column < 2 || column > LAST_NUMBER ? cell.padEnd(width) : cell.padStart(width)
}
