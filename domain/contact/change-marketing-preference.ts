import { type Decide, refuse } from '../decision.ts'
import type { Contact } from './contact.ts'
import type { ContactMarketingPreferenceChanged } from './events.ts'

export type ChangeMarketingPreference = {
  connection_id: string
  opted_out: boolean
  /** When the person chose so, by the provider's clock. */
  changed_at: string
}

/**
 * Records the person's choice about marketing. A choice older than the known one is ignored. A newer one is recorded
 * even when it changes nothing, or an older one that arrives late would undo it. Providers give times in seconds: of
 * two choices at the same time the opt-out counts, whichever arrives first.
 */
export const changeMarketingPreference: Decide<
  ChangeMarketingPreference,
  Contact,
  ContactMarketingPreferenceChanged,
  'contact_not_found'
> = (change, state) => {
  if (state === null || state.erased_at !== null) return refuse('contact_not_found')
  const known = state.marketing[change.connection_id]
  if (known !== undefined && !supersedes(change, known)) return []
  const data = { contact_id: state.contact_id, ...change }
  return [{ type: 'ContactMarketingPreferenceChanged', data }]
}

type Choice = Pick<ChangeMarketingPreference, 'opted_out' | 'changed_at'>

function supersedes(choice: Choice, known: Choice): boolean {
  if (choice.changed_at !== known.changed_at) return choice.changed_at > known.changed_at
  return choice.opted_out && !known.opted_out
}
