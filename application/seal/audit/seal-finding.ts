/** What is wrong with a tree of hashes. */
export type SealFault =
  /** The stored bytes of a fact, or of its metadata, are others than when it was sealed. */
  | 'fact_altered'
  /** A leaf has no fact, and no retention explains it. */
  | 'fact_removed'
  /** A fact stands among sealed ones, and is no leaf. */
  | 'fact_inserted'
  | 'fact_moved'
  /** A fact that retention does not delete is missing from its stream. */
  | 'revision_gap'
  /** The sealed leaves of the log do not give the root of a checkpoint: what they cover was rewritten. */
  | 'history_rewritten'
  /** The log has fewer leaves than a checkpoint. */
  | 'log_rolled_back'
  /** Facts about the tree contradict each other. */
  | 'seal_broken'
  | 'signature_wrong'

/** One finding, as it is printed. */
export type SealFinding = {
  readonly verdict: 'difference'
  readonly what: SealFault
  readonly tree: string
  /** Index of the leaf; null where the finding is about more than one. */
  readonly leaf: number | null
  readonly stream: string
  readonly revision: string
  readonly event_id: string
  readonly position: string
  readonly detail: string
}

/** Where a fact is. */
export type SealPlace = {
  readonly id: string
  readonly stream: string
  readonly revision: bigint
  readonly position: bigint
}

export function sealFinding(
  what: SealFault,
  at: SealPlace,
  of: { readonly tree: string; readonly leaf?: number; readonly detail: string },
): SealFinding {
  const { id: event_id, stream, revision, position } = at
  return {
    ...{ verdict: 'difference', what, tree: of.tree, leaf: of.leaf ?? null, stream },
    ...{ revision: String(revision), event_id, position: String(position), detail: of.detail },
  }
}

/** A fact by its stream and revision. */
export function nameOf({ stream, revision }: Pick<SealPlace, 'stream' | 'revision'>): string {
  return `${stream}@${revision}`
}
