import type { AutoKind, FunnelEvent, StageAdded } from '@recado/domain/funnel/events'
import { moveEntry } from '@recado/domain/funnel/funnel'
import { projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'
import { resolveStages, stageResolution } from './stage-resolution.ts'

type StageRow = {
  readonly id: string
  readonly account_id: string
  readonly name: string
  readonly position: number
  readonly color: string
  readonly auto_kind: AutoKind | null
  readonly created_at: string
}

/** One row per stage in a funnel; positions are 0 to n-1 in each account. */
const stages = table<StageRow>({ name: 'stages' })

const change = rowChanger(stages)

export const stagesProjection = projection<FunnelEvent>({
  name: 'stages',
  tables: [stages, stageResolution],
  ddl: new URL('./stages.sql', import.meta.url),
  on: {
    StageAdded: async ({ data, stream }, rows) => {
      if ((await rows.get(stages, data.stage_id)) !== undefined) return
      const { accountId, inOrder } = await funnelOf(stream, rows)
      await replace(rows, accountId, inOrder, [...inOrder, newStage(accountId, data)])
    },
    StageRenamed: ({ data: { stage_id, name } }, rows) => change(rows, stage_id, { name }),
    StageRecoloured: ({ data: { stage_id, color } }, rows) => change(rows, stage_id, { color }),
    StageMoved: async ({ data, stream }, rows) => {
      const { accountId, inOrder } = await funnelOf(stream, rows)
      await replace(rows, accountId, inOrder, moveEntry(inOrder, data.stage_id, data.position))
    },
    StageRemoved: async ({ data, stream }, rows) => {
      const { accountId, inOrder } = await funnelOf(stream, rows)
      if (inOrder.some(({ id }) => id === data.stage_id)) rows.remove(stages, data.stage_id)
      const left = inOrder.filter(({ id }) => id !== data.stage_id)
      await replace(rows, accountId, inOrder, left)
    },
  },
})

async function funnelOf(stream: string, rows: Rows) {
  const accountId = stream.slice('funnel-'.length)
  const found = await rows.find(stages, 'account_id', accountId)
  return { accountId, inOrder: found.sort((a, b) => a.position - b.position) }
}

async function replace(
  rows: Rows,
  accountId: string,
  before: readonly StageRow[],
  after: readonly StageRow[],
) {
  after.forEach((row, position) => {
    if (row.position !== position || !before.includes(row)) rows.put(stages, { ...row, position })
  })
  await resolveStages(rows, accountId, after)
}

function newStage(account_id: string, data: StageAdded['data']): StageRow {
  const { stage_id: id, name, position, color, auto_kind, added_at: created_at } = data
  return { id, account_id, name, position, color, auto_kind, created_at }
}
