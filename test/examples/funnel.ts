import type {
  StageAdded,
  StageMoved,
  StageRecoloured,
  StageRemoved,
  StageRenamed,
} from '@recado/domain/funnel/events'

export const at = '2026-01-05T09:00:00.000Z'
export const stageId = '3e1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01'
export const anotherStageId = '3e1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d02'
export const thirdStageId = '3e1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d03'

export const stageAdded: StageAdded = {
  type: 'StageAdded',
  data: {
    stage_id: stageId,
    name: 'New',
    color: '#5b9bd9',
    position: 0,
    auto_kind: 'new',
    added_at: at,
  },
}

export const anotherStageAdded: StageAdded = {
  type: 'StageAdded',
  data: {
    stage_id: anotherStageId,
    name: 'Proposal sent',
    color: '#5b9bd9',
    position: 1,
    auto_kind: null,
    added_at: at,
  },
}

export const thirdStageAdded: StageAdded = {
  type: 'StageAdded',
  data: {
    stage_id: thirdStageId,
    name: 'Customer',
    color: '#2e8b57',
    position: 2,
    auto_kind: 'won',
    added_at: at,
  },
}

export const stageRenamed: StageRenamed = {
  type: 'StageRenamed',
  data: { stage_id: stageId, name: 'Lead', renamed_at: at },
}

export const stageRecoloured: StageRecoloured = {
  type: 'StageRecoloured',
  data: { stage_id: stageId, color: '#ff8800', recoloured_at: at },
}

export const stageMoved: StageMoved = {
  type: 'StageMoved',
  data: { stage_id: stageId, position: 2, moved_at: at },
}

export const stageRemoved: StageRemoved = {
  type: 'StageRemoved',
  data: { stage_id: stageId, removed_at: at },
}
