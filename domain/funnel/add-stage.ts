import { type Decide, refuse } from '../decision.ts'
import type { StageAdded } from './events.ts'
import type { Funnel } from './funnel.ts'
import { DEFAULT_COLOR } from './stage-color.ts'

export type AddStage = { stage_id: string; name: string; color?: string | undefined; at: string }

/** The most stages of a funnel. Nobody can tell more apart, and moving one moves all behind it. */
export const MAX_STAGES = 500

export const addStage: Decide<AddStage, Funnel, StageAdded, 'too_many_stages'> = (
  { stage_id, name, color = DEFAULT_COLOR, at },
  { stages },
) => {
  if (stages.some((stage) => stage.id === stage_id)) return []
  if (stages.length >= MAX_STAGES) return refuse('too_many_stages')
  const position = stages.length
  return [
    {
      type: 'StageAdded',
      data: { stage_id, name, color, position, auto_kind: null, added_at: at },
    },
  ]
}
