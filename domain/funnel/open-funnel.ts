import type { Decide } from '../decision.ts'
import type { AutoKind, StageAdded } from './events.ts'
import type { Funnel } from './funnel.ts'
import { DEFAULT_COLOR } from './stage-color.ts'

export type OpenFunnel = { stage_ids: Readonly<Record<AutoKind, string>>; at: string }

const defaultStages = [
  ['new', 'New'],
  ['engaged', 'In conversation'],
  ['won', 'Customer'],
] as const

export const openFunnel: Decide<OpenFunnel, Funnel, StageAdded> = (
  { stage_ids, at },
  { stages },
) => {
  if (stages.length > 0) return []
  return defaultStages.map(([auto_kind, name], position) => ({
    type: 'StageAdded',
    data: {
      stage_id: stage_ids[auto_kind],
      name,
      color: DEFAULT_COLOR,
      position,
      auto_kind,
      added_at: at,
    },
  }))
}
