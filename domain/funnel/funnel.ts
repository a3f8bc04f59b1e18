import type { Aggregate } from '../decision.ts'
import type { AutoKind, FunnelEvent } from './events.ts'

/** A stage as decisions and answers need it. Its position is its index in the list. */
export type FunnelStage = {
  readonly id: string
  readonly name: string
  readonly color: string
  readonly auto_kind: AutoKind | null
  readonly created_at: string
}

/** Stages in order of position, so there are neither ties nor gaps. */
export type Funnel = { readonly stages: readonly FunnelStage[] }

/** One funnel per account: its rules span its stages. Stream: the account's id. */
export const funnel: Aggregate<Funnel, FunnelEvent> = {
  category: 'funnel',
  initialState: { stages: [] },
  evolve: ({ stages }, event) => ({ stages: evolveStages(stages, event) }),
}

function evolveStages(stages: readonly FunnelStage[], event: FunnelEvent): readonly FunnelStage[] {
  switch (event.type) {
    case 'StageAdded': {
      const { stage_id: id, name, color, auto_kind, added_at: created_at } = event.data
      return [...stages, { id, name, color, auto_kind, created_at }]
    }
    case 'StageRenamed':
      return changeStage(stages, event.data.stage_id, { name: event.data.name })
    case 'StageRecoloured':
      return changeStage(stages, event.data.stage_id, { color: event.data.color })
    case 'StageMoved':
      return moveEntry(stages, event.data.stage_id, event.data.position)
    case 'StageRemoved':
      return stages.filter((stage) => stage.id !== event.data.stage_id)
  }
}

function changeStage(stages: readonly FunnelStage[], id: string, change: Partial<FunnelStage>) {
  return stages.map((stage) => (stage.id === id ? { ...stage, ...change } : stage))
}

/** The list with one entry moved to another place (0 to n-1); the entries in between make room. */
export function moveEntry<T extends { readonly id: string }>(
  list: readonly T[],
  id: string,
  place: number,
): readonly T[] {
  const others = list.filter((entry) => entry.id !== id)
  return [
    ...others.slice(0, place),
    ...list.filter((entry) => entry.id === id),
    ...others.slice(place),
  ]
}
