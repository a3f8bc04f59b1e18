import type { FieldClasses } from '../field-classes.ts'

/** Which contacts a stage shows by itself: without a message yet, in conversation, with a paid sale. */
export type AutoKind = 'new' | 'engaged' | 'won'

/** The stage stands in the funnel, after the last one. */
export type StageAdded = {
  type: 'StageAdded'
  data: {
    stage_id: string
    name: string
    color: string
    position: number
    auto_kind: AutoKind | null
    added_at: string
  }
}

/** The stage shows another name. */
export type StageRenamed = {
  type: 'StageRenamed'
  data: { stage_id: string; name: string; renamed_at: string }
}

/** The stage shows another colour. */
export type StageRecoloured = {
  type: 'StageRecoloured'
  data: { stage_id: string; color: string; recoloured_at: string }
}

/** The stage took another place; those between make room. `position` is the place taken, 0 to n-1. */
export type StageMoved = {
  type: 'StageMoved'
  data: { stage_id: string; position: number; moved_at: string }
}

/** The stage left the funnel. Its contacts return to the stage derived for them. */
export type StageRemoved = {
  type: 'StageRemoved'
  data: { stage_id: string; removed_at: string }
}

export type FunnelEvent = StageAdded | StageRenamed | StageRecoloured | StageMoved | StageRemoved

/** Which fields of each fact are personal or raw. */
export const FUNNEL_FIELDS = {
  StageAdded: { name: 'plain', color: 'plain' },
  StageRenamed: { name: 'plain' },
  StageRecoloured: { color: 'plain' },
  StageMoved: {},
  StageRemoved: {},
} satisfies FieldClasses<FunnelEvent>
