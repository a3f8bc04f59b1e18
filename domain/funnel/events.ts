import type { FieldClasses } from '../field-classes.ts'

/** Which contacts a stage shows automatically: `new` before an inbound message, `engaged` after one, `won` with a paid sale. */
export type AutoKind = 'new' | 'engaged' | 'won'

/** A stage was added to the funnel, after the last one. */
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

/** The stage was renamed. */
export type StageRenamed = {
  type: 'StageRenamed'
  data: { stage_id: string; name: string; renamed_at: string }
}

/** The stage has another colour. */
export type StageRecoloured = {
  type: 'StageRecoloured'
  data: { stage_id: string; color: string; recoloured_at: string }
}

/** The stage moved to another position, 0 to n-1; the stages in between made room. */
export type StageMoved = {
  type: 'StageMoved'
  data: { stage_id: string; position: number; moved_at: string }
}

/** The stage was removed from the funnel. Its contacts return to the stage derived for them. */
export type StageRemoved = {
  type: 'StageRemoved'
  data: { stage_id: string; removed_at: string }
}

export type FunnelEvent = StageAdded | StageRenamed | StageRecoloured | StageMoved | StageRemoved

export const FUNNEL_FIELDS = {
  StageAdded: { name: 'plain', color: 'plain' },
  StageRenamed: { name: 'plain' },
  StageRecoloured: { color: 'plain' },
  StageMoved: {},
  StageRemoved: {},
} satisfies FieldClasses<FunnelEvent>
