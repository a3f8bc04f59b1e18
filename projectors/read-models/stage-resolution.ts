import type { AutoKind } from '@recado/domain/funnel/events'
import { AUTO_KINDS, stageOfKind } from '@recado/domain/funnel/stage-of-kind'
import type { Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'

type ResolutionRow = {
  readonly id: string
  readonly account_id: string
  /** A stage's id, or an automatic kind. */
  readonly key: string
  readonly stage_id: string
}

type Placed = { readonly id: string; readonly auto_kind: AutoKind | null }

/** Maps a stage set by hand, or an automatic kind, to the stage shown. One row per key of an account. */
export const stageResolution = table<ResolutionRow>({ name: 'stage_resolution' })

export async function resolveStages(
  rows: Rows,
  accountId: string,
  stages: readonly Placed[],
): Promise<void> {
  const wanted = new Map(stagesByKey(stages).map((row) => [resolutionId(accountId, row.key), row]))
  for (const { id } of await rows.find(stageResolution, 'account_id', accountId))
    if (!wanted.has(id)) rows.remove(stageResolution, id)
  for (const [id, { key, stage_id }] of wanted) {
    const row = await rows.get(stageResolution, id)
    if (row?.stage_id !== stage_id)
      rows.put(stageResolution, { id, account_id: accountId, key, stage_id })
  }
}

function stagesByKey(stages: readonly Placed[]): { key: string; stage_id: string }[] {
  const byKind = AUTO_KINDS.flatMap((key) => {
    const stage = stageOfKind(stages, key)
    return stage === undefined ? [] : [{ key, stage_id: stage.id }]
  })
  return [...stages.map(({ id }) => ({ key: id, stage_id: id })), ...byKind]
}

function resolutionId(accountId: string, key: string): string {
  return `${accountId}:${key}`
}
