/** One measured path beside the raw limit of the same run. */
export type Row = {
  readonly name: string
  /** Of `ours` and `raw`. */
  readonly unit: '/s' | 'ms' | 'MB'
  readonly ours: number
  readonly raw: number
  /** What `raw` is. */
  readonly against: string
  /** The ratio to reach, such as `>= 0.4` or `<= 2`; for a goal without a raw limit the figure itself. */
  readonly goal?: Goal
}

/** A bound on the ratio of ours to raw, or on ours. */
export type Goal = {
  readonly of: 'ratio' | 'ours'
  readonly bound: 'least' | 'most'
  readonly value: number
}

/** The ratio shall be at least this. */
export function ratioAtLeast(value: number): Goal {
  return { of: 'ratio', bound: 'least', value }
}

/** The ratio shall be at most this. */
export function ratioAtMost(value: number): Goal {
  return { of: 'ratio', bound: 'most', value }
}

/** Our figure shall be at least this. */
export function atLeast(value: number): Goal {
  return { of: 'ours', bound: 'least', value }
}

/** Our figure shall be at most this. */
export function atMost(value: number): Goal {
  return { of: 'ours', bound: 'most', value }
}

const HEADINGS = ['path', 'ours', 'raw', 'ratio', 'goal', '', 'raw is']

/** The rows as text in columns. */
export function table(rows: readonly Row[]): string {
  const cells = [HEADINGS, ...rows.map(cellsOf)]
  const widths = HEADINGS.map((_, i) => Math.max(...cells.map((line) => line[i]?.length ?? 0)))
  const aligned = cells.map((line) => line.map((cell, i) => align(cell, widths[i] ?? 0, i)))
  return aligned.map((line) => line.join('  ').trimEnd()).join('\n')
}

function cellsOf(row: Row): string[] {
  const { name, ours, raw, unit, goal, against } = row
  return [
    name,
    `${figure(ours)} ${unit}`,
    `${figure(raw)} ${unit}`,
    (ours / raw).toFixed(2),
    goal === undefined ? '' : goalText(goal, unit),
    goal === undefined ? '' : verdict(row, goal),
    against,
  ]
}

function goalText({ of, bound, value }: Goal, unit: Row['unit']): string {
  return `${bound === 'least' ? '>=' : '<='} ${value}${of === 'ours' ? ` ${unit}` : ''}`
}

function verdict({ ours, raw }: Row, { of, bound, value }: Goal): string {
  const reached = of === 'ratio' ? ours / raw : ours
  return (bound === 'least' ? reached >= value : reached <= value) ? 'ok' : 'MISSED'
}

function figure(value: number): string {
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toFixed(value >= 10 ? 1 : 2)
}

function align(cell: string, width: number, column: number): string {
  return column === 0 || column > 4 ? cell.padEnd(width) : cell.padStart(width)
}
