/** Figures of one measurement by name; the end of the name is the unit. */
export type Figures = Readonly<Partial<Record<FigureName, number>>>

export type FigureName =
  | 'rate_per_s'
  | 'p50_ms'
  | 'p99_ms'
  | 'took_ms'
  | 'delete_ms'
  | 'page_ms'
  | 'page_of_connection_ms'
  | 'memory_mb'
  | 'memory_growth_mb'
  | 'parsed_per_fact'
  | 'busiest_process_us'

/** The shape of a kept run and of `bench/baseline.json`; the end of a name is the unit. */
export type RunFile = {
  readonly format: 1
  /** When the run began, or the newest one of a baseline; ISO 8601. */
  readonly begun_at: string
  readonly machine: Machine
  /** Whether the rows were only run, too briefly to be measured. */
  readonly is_quick: boolean
  /** The groups that were measured to their end; a row of theirs that is missing no longer exists. */
  readonly groups: readonly string[]
  readonly rows: readonly RowResult[]
}

/** Processor time can only be compared between machines of the same kind. */
export type Machine = {
  readonly cpu_model: string
  readonly cores: number
  readonly node_version: string
}

export type RowResult = MeasuredRow | FailedRow

type RowKey = {
  readonly group: string
  readonly name: string
  /** Rows of each filled list; null if the group fills none. */
  readonly list_rows: number | null
}

export type FailedRow = RowKey & { readonly outcome: 'failed'; readonly reason: string }

export type MeasuredRow = RowKey & {
  readonly outcome: 'measured'
  /** Processor time of an operation over all processes of the product, microseconds, in the cheapest counted round. */
  readonly cpu_us_per_op: number
  /** The same of the raw limit. */
  readonly raw_cpu_us_per_op: number
  /** `cpu_us_per_op` by process. */
  readonly cpu_us_per_op_by_process: Readonly<Record<string, number>>
  /** The same of each counted round; how far they differ shows how much others have used the machine. */
  readonly cpu_us_per_op_by_round: readonly number[]
  readonly raw_cpu_us_per_op_by_round: readonly number[]
  /** Operations of the counted rounds. */
  readonly operations: number
  /** What the product uses at rest, ms of processor time a second; it is not in the other figures. */
  readonly rest_cpu_ms_per_s: number
  readonly warm_up: WarmUp
  readonly against: string
  /** Medians over the counted rounds. They depend on what else the machine does. */
  readonly figures: readonly FigureResult[]
}

export type WarmUp = {
  readonly rounds: number
  readonly took_s: number
  /** `cap`: successive rounds still differed when the time, or the rounds, of the warm-up were used up. */
  readonly ended_by: 'steady' | 'cap'
}

export type FigureResult = {
  readonly name: FigureName
  /** Null if this side has no such figure. */
  readonly ours: number | null
  readonly raw: number | null
}

/** The name of a row in what is printed. */
export function titleOf({ group, name }: { group: string; name: string }): string {
  return `${group}: ${name}`
}

/** @throws when the text is no kept run of this version of the bench, or one that measured nothing */
export function parseRun(text: string): RunFile {
  const run = JSON.parse(text) as RunFile
  if (run.is_quick) throw new Error('a run with --quick measures nothing that could be used')
  if (run.format !== 1 || !Array.isArray(run.rows) || !Array.isArray(run.groups))
    throw new Error('this is no kept run of this bench: "format" is not 1, or "rows" are missing')
  return run
}

/** One line for each figure, so that a change of the committed baseline can be read. */
export function textOf(run: RunFile): string {
  return `${JSON.stringify(run, rounded, 1)}\n`
}

/** Ten thousandths are noise. */
function rounded(_: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(5)) : value
}

/**
 * The baseline with the measured rows of a run in place of its own. It keeps its row where the run has a failed one,
 * and drops rows that no longer exist. A baseline of another kind of machine is replaced.
 */
export function mergeInto(baseline: RunFile | null, run: RunFile): RunFile {
  const old = baseline !== null && isSameKind(baseline.machine, run.machine) ? baseline.rows : []
  const fresh = new Map(run.rows.map((row) => [titleOf(row), row]))
  const kept = old.filter((row) => {
    const replacement = fresh.get(titleOf(row))
    return replacement ? replacement.outcome === 'failed' : !run.groups.includes(row.group)
  })
  const measured = run.rows.filter(({ outcome }) => outcome === 'measured')
  const rows = [...kept, ...measured].sort((a, b) => (titleOf(a) < titleOf(b) ? -1 : 1))
  return { ...run, groups: [...new Set(rows.map(({ group }) => group))], rows }
}

/** Whether processor times of both can be compared. */
export function isSameKind(one: Machine, other: Machine): boolean {
  return one.cpu_model === other.cpu_model
}
