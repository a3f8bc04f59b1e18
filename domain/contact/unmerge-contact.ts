import { type Decide, refuse } from '../decision.ts'
import type { Contact } from './contact.ts'
import type { ContactUnmerged } from './events.ts'

export type UnmergeContact = {
  /** The last survivor: the contact's direct survivor may have been merged itself. */
  survivor_id: string
  at: string
}

/** Separates a merged contact from its survivor permanently. Nothing when that was done before. */
export const unmergeContact: Decide<
  UnmergeContact,
  Contact,
  ContactUnmerged,
  'contact_not_found' | 'never_merged'
> = ({ survivor_id, at }, state) => {
  if (state === null || state.erased_at !== null) return refuse('contact_not_found')
  const { contact_id, merged_into, kept_apart } = state
  if (merged_into === null) return kept_apart.length === 0 ? refuse('never_merged') : []
  return [{ type: 'ContactUnmerged', data: { contact_id, survivor_id, unmerged_at: at } }]
}
