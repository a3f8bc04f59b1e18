import { type Decide, refuse } from '../decision.ts'
import type { StageMoved, StageRecoloured, StageRenamed } from './events.ts'
import type { Funnel } from './funnel.ts'

/** Fields that are undefined stay as they are. */
export type EditStage = {
  stage_id: string
  name?: string | undefined
  color?: string | undefined
  /** Any number: a fraction is cut; below 0 means the first place, beyond the end the last one. */
  position?: number | undefined
  at: string
}

export const editStage: Decide<
  EditStage,
  Funnel,
  StageRenamed | StageRecoloured | StageMoved,
  'stage_not_found'
> = (edit, { stages }) => {
  const place = stages.findIndex((stage) => stage.id === edit.stage_id)
  const stage = stages[place]
  if (stage === undefined) return refuse('stage_not_found')
  const { position = place } = edit
  return [
    ...renameStage(edit, stage.name),
    ...recolourStage(edit, stage.color),
    ...moveStage(edit, place, placeIn(stages.length, position)),
  ]
}

function renameStage({ stage_id, name, at }: EditStage, before: string): StageRenamed[] {
  if (name === undefined || name === before) return []
  return [{ type: 'StageRenamed', data: { stage_id, name, renamed_at: at } }]
}

function recolourStage({ stage_id, color, at }: EditStage, before: string): StageRecoloured[] {
  if (color === undefined || color === before) return []
  return [{ type: 'StageRecoloured', data: { stage_id, color, recoloured_at: at } }]
}

function moveStage({ stage_id, at }: EditStage, before: number, position: number): StageMoved[] {
  if (position === before) return []
  return [{ type: 'StageMoved', data: { stage_id, position, moved_at: at } }]
}

function placeIn(length: number, wanted: number): number {
  return Math.min(Math.max(Math.trunc(wanted), 0), length - 1)
}
