import type { Stage } from '@recado/contract/stage'
import type { Funnel } from '@recado/domain/funnel/funnel'

/** A stage of the decided funnel as the API shows it. @throws when the funnel lacks the stage */
export function shownStage({ stages }: Funnel, id: string): Stage {
  const position = stages.findIndex((stage) => stage.id === id)
  const stage = stages[position]
  if (stage === undefined) throw new Error(`the decided funnel has no stage ${id}`)
  const { name, color, auto_kind, created_at } = stage
  return { id, name, position, color, auto_kind, created_at }
}
