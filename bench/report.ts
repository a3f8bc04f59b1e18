/** A measured path and the raw limit from the same run. */
export type Row = {
  readonly name: string
  /** The unit of `ours` and `raw`. */
  readonly unit: '/s' | 'ms' | 'MB'
  readonly ours: number
  readonly raw: number
  /** Describes the raw limit. */
  readonly against: string
  /** The goal for the ratio, such as `>= 0.4` or `<= 2`, or for our figure. */
  readonly goal?: Goal
}

/** A bound on the ratio of ours to raw, or on ours alone. */
export type Goal = {
  readonly of: 'ratio' | 'ours'
  readonly bound: 'least' | 'most'
  readonly value: number
}

export function ratioAtLeast(value: number): Goal {
  return { of: 'ratio', bound: 'least', value }
}

export function ratioAtMost(value: number): Goal {
  return { of: 'ratio', bound: 'most', value }
}

export function atLeast(value: number): Goal {
  return { of: 'ours', bound: 'least', value }
}

export function atMost(value: number): Goal {
  return { of: 'ours', bound: 'most', value }
}

const HEADINGS = ['path', 'ours', 'raw', 'ratio', 'goal', '', 'raw is']

/** The rows as a text table. */
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
