import type { Lab } from '../lab/lab.ts'
import type { Goal } from '../report/goal.ts'
import type { FigureName, Figures } from '../report/run-file.ts'

/** What a round has done: its operations, and figures that are only information. */
export type RoundResult = { readonly operations: number; readonly figures?: Figures }

/** When a round has done enough: its processes have used as much processor time as can be measured well. */
export type Enough = { readonly signal: AbortSignal; isReached(): boolean }

/** One of the two sides of a row: the product's path, or its raw limit. */
export type Side = {
  /** What a round needs and no operation has to pay for. */
  prepare?(): Promise<unknown>
  /**
   * Does operations: as many as it wants, or until it is told that these are enough. It ends early once the signal is
   * aborted.
   */
  round(enough: Enough): Promise<RoundResult>
}

export type Sides = { readonly ours: Side; readonly raw: Side }

/** What is known of a row before anything is started. */
export type RowAbout = {
  /** What one operation is; with the name of its group the row's key in every kept run. */
  readonly name: string
  /** Describes the raw limit. */
  readonly against: string
  /** The figures to print beside the processor time, in this order. */
  readonly figures: readonly FigureName[]
  /** Which sides run in this process, so that its processor time is theirs; unset: neither. */
  readonly inBench?: 'ours' | 'raw' | 'both'
  /** Whether the raw limit is another path of the product, and not a program without it. */
  readonly isRawOurs?: boolean
  /** Why ours costs more, or what the other side does not do: printed below the table. */
  readonly note?: string
  /** Bounds, printed as information. */
  readonly goals?: readonly Goal[]
  /** The most rounds of a row whose rounds use up something, or take very long; unset: as many as all rows have. */
  readonly rounds?: { readonly warmUp: number; readonly counted: number }
}

/** A row, once its group has started what it needs. */
export type OpenRow = { readonly about: RowAbout; sides(): Sides | Promise<Sides> }

/** What a group gets to measure with. */
export type GroupRun = {
  readonly lab: Lab
  /** Number of rows of each filled list. */
  readonly listRows: number
  /** Shortens the rounds that do a fixed number of operations: 1 measures, less only shows that they run. */
  readonly share: number
  /** Prints a progress line. */
  progress(what: string): void
}

/** Rows that are measured over the same servers and processes. */
export type Group = {
  readonly name: string
  /** Expected minutes on an idle machine with two cores. */
  readonly minutes: number
  /** Whether its figures depend on the number of rows of the lists. */
  readonly usesLists: boolean
  /** Runs only when it is named, because it needs what is not installed. */
  readonly isOnRequest: boolean
  readonly rows: readonly RowAbout[]
  /** Starts everything in the lab, which ends it. */
  open(run: GroupRun): Promise<readonly OpenRow[]>
}

type RowOf<Opened> = RowAbout & {
  sides(opened: Opened, run: GroupRun): Sides | Promise<Sides>
}

type GroupOf<Opened> = Omit<Group, 'rows' | 'open' | 'usesLists' | 'isOnRequest'> & {
  readonly usesLists?: boolean
  readonly isOnRequest?: boolean
  readonly rows: readonly RowOf<Opened>[]
  open(run: GroupRun): Promise<Opened>
}

/** Declares a group. @param group `sides` of each row gets what `open` has started */
export function defineGroup<Opened>({ open, ...group }: GroupOf<Opened>): Group {
  return {
    usesLists: false,
    isOnRequest: false,
    ...group,
    async open(run) {
      const opened = await open(run)
      return group.rows.map((row) => ({ about: row, sides: () => row.sides(opened, run) }))
    },
  }
}
