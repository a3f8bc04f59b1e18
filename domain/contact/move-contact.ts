import { type Decide, refuse } from '../decision.ts'
import type { Contact } from './contact.ts'
import type { ContactMovedToStage, ContactReturnedToAutomaticStage } from './events.ts'

export type MoveContact = {
  /** A stage of the account; null returns to the derived one. */
  stage_id: string | null
  at: string
}

export const moveContact: Decide<
  MoveContact,
  Contact,
  ContactMovedToStage | ContactReturnedToAutomaticStage,
  'contact_not_found'
> = ({ stage_id, at }, state) => {
  if (state === null) return refuse('contact_not_found')
  const { contact_id } = state
  if (state.stage_id === stage_id) return []
  return stage_id === null
    ? [{ type: 'ContactReturnedToAutomaticStage', data: { contact_id, returned_at: at } }]
    : [{ type: 'ContactMovedToStage', data: { contact_id, stage_id, moved_at: at } }]
}
