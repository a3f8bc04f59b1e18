import { isSameKind, type MeasuredRow, type RunFile, titleOf } from './run-file.ts'

/** A row in both the baseline and a run. */
export type Change = {
  readonly title: string
  readonly baseline_us_per_op: number
  readonly cpu_us_per_op: number
  /**
   * By how much its raw limit got dearer, in parts of one. If as much, the machine was busier, or what both use got
   * dearer.
   */
  readonly raw_change: number
}

/** What a run differs by from the baseline; titles of rows. */
export type Comparison = {
  /** More than 10 % dearer in processor time per operation. */
  readonly dearer: readonly Change[]
  /** More than 10 % cheaper. */
  readonly cheaper: readonly Change[]
  /** How many rows are neither. */
  readonly unchanged: number
  readonly added: readonly string[]
  /** Rows of the baseline that their group no longer has. */
  readonly gone: readonly string[]
  /** Rows that were measured over lists of another length, or failed. */
  readonly notCompared: readonly string[]
  readonly isOtherMachine: boolean
}

/** A row that got dearer by more has changed; by less it may be noise. */
const TOLERANCE = 0.1

/** Compares a run with a baseline, row by row; of the baseline only the groups of the run. */
export function compare(baseline: RunFile, run: RunFile): Comparison {
  const before = new Map(measuredOf(baseline).map((row) => [titleOf(row), row]))
  const now = measuredOf(run)
  const pairs = now.flatMap((row) => {
    const old = before.get(titleOf(row))
    return old === undefined ? [] : [{ row, old }]
  })
  const comparable = pairs.filter(({ row, old }) => row.list_rows === old.list_rows)
  const resized = pairs.filter(({ row, old }) => row.list_rows !== old.list_rows)
  const changes = comparable.map(({ row, old }) => changeOf(row, old))
  const [dearer, cheaper] = [changes.filter(isDearer), changes.filter(isCheaper)]
  return {
    ...{ dearer, cheaper, unchanged: changes.length - dearer.length - cheaper.length },
    added: now.map(titleOf).filter((title) => !before.has(title)),
    gone: goneFrom(baseline, run),
    notCompared: [...resized.map(({ row }) => titleOf(row)), ...failedOf(run)],
    isOtherMachine: !isSameKind(baseline.machine, run.machine),
  }
}

function measuredOf({ rows }: RunFile): MeasuredRow[] {
  return rows.filter((row): row is MeasuredRow => row.outcome === 'measured')
}

function failedOf({ rows }: RunFile): string[] {
  return rows.filter(({ outcome }) => outcome === 'failed').map(titleOf)
}

function goneFrom(baseline: RunFile, run: RunFile): string[] {
  const there = new Set(run.rows.map(titleOf))
  const known = baseline.rows.filter(({ group }) => run.groups.includes(group))
  return known.map(titleOf).filter((title) => !there.has(title))
}

function changeOf(row: MeasuredRow, old: MeasuredRow): Change {
  const { cpu_us_per_op, raw_cpu_us_per_op } = row
  const raw_change = raw_cpu_us_per_op / old.raw_cpu_us_per_op - 1
  return { title: titleOf(row), baseline_us_per_op: old.cpu_us_per_op, cpu_us_per_op, raw_change }
}

function isDearer({ cpu_us_per_op, baseline_us_per_op }: Change): boolean {
  return cpu_us_per_op > baseline_us_per_op * (1 + TOLERANCE)
}

function isCheaper({ cpu_us_per_op, baseline_us_per_op }: Change): boolean {
  return cpu_us_per_op < baseline_us_per_op * (1 - TOLERANCE)
}

/** The comparison as lines to print. */
export function linesOf(comparison: Comparison): string[] {
  const { dearer, cheaper, unchanged, added, gone, notCompared, isOtherMachine } = comparison
  return [
    ...(isOtherMachine ? [OTHER_MACHINE] : []),
    ...dearer.map((change) => `DEARER   ${textOf(change)}`),
    ...cheaper.map((change) => `cheaper  ${textOf(change)}`),
    ...added.map((title) => `new      ${title}`),
    ...gone.map((title) => `gone     ${title}`),
    ...notCompared.map((title) => `skipped  ${title} (failed, or lists of another length)`),
    `${dearer.length} rows dearer, ${cheaper.length} cheaper, ${unchanged} within 10 % of the baseline`,
  ]
}

const OTHER_MACHINE =
  'The baseline was measured on another kind of machine: save one of this machine first, with --save.'

function textOf({ title, baseline_us_per_op, cpu_us_per_op, raw_change }: Change): string {
  const change = percentOf(cpu_us_per_op / baseline_us_per_op - 1)
  const [from, to] = [baseline_us_per_op, cpu_us_per_op].map((us) => `${us.toPrecision(4)} us`)
  return `${title}: ${change} of CPU an operation (${from} to ${to}), its raw limit ${percentOf(raw_change)}`
}

function percentOf(change: number): string {
  const percent = Math.round(change * 100)
  return `${percent > 0 ? '+' : ''}${percent} %`
}
