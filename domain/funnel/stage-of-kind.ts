import type { AutoKind } from './events.ts'

/** The kinds from the highest on. A kind without a stage falls back to the next one in this list. */
export const AUTO_KINDS = ['won', 'engaged', 'new'] as const satisfies readonly AutoKind[]

/** The stage of contacts of an automatic kind; undefined in an empty funnel. @param stages in order of position */
export function stageOfKind<Stage extends { readonly auto_kind: AutoKind | null }>(
  stages: readonly Stage[],
  kind: AutoKind,
): Stage | undefined {
  const lower = AUTO_KINDS.slice(AUTO_KINDS.indexOf(kind))
  const [found] = lower.flatMap((one) => stages.filter(({ auto_kind }) => auto_kind === one))
  return found ?? stages[0]
}
