import { type Decide, refuse } from '../decision.ts'
import type { StageRemoved } from './events.ts'
import type { Funnel } from './funnel.ts'

export type RemoveStage = { stage_id: string; at: string }

export const removeStage: Decide<
  RemoveStage,
  Funnel,
  StageRemoved,
  'stage_not_found' | 'last_stage'
> = ({ stage_id, at }, { stages }) => {
  if (!stages.some((stage) => stage.id === stage_id)) return refuse('stage_not_found')
  if (stages.length === 1) return refuse('last_stage')
  return [{ type: 'StageRemoved', data: { stage_id, removed_at: at } }]
}
