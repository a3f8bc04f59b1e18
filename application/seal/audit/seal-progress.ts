import type { TreeProgress } from './audited-tree.ts'

export type SealTotals = {
  readonly leaves: number
  readonly waiting: number
  readonly differences: number
}

/** How far an audit of seals has come: everything up to and including the position is compared. */
export type SealProgress = {
  /** Where it ends: what was sealed later is another audit's. */
  readonly head: bigint | null
  readonly position: bigint | null
  readonly totals: SealTotals
  readonly trees: ReadonlyMap<string, TreeProgress>
}

export const NO_SEAL_PROGRESS: SealProgress = {
  ...{ head: null, position: null, trees: new Map() },
  totals: { leaves: 0, waiting: 0, differences: 0 },
}
