import { type Decide, refuse } from '../decision.ts'
import type { Contact } from './contact.ts'
import type { ContactMarketingPreferenceChanged } from './events.ts'

export type ChangeMarketingPreference = {
  connection_id: string
  opted_out: boolean
  /** When the person said so, by the provider's clock. */
  changed_at: string
}

/**
 * Notes what the person says about marketing. News older than what is known say nothing; newer ones count also where they
 * change nothing, or a word that comes late would undo them.
 */
export const changeMarketingPreference: Decide<
  ChangeMarketingPreference,
  Contact,
  ContactMarketingPreferenceChanged,
  'contact_not_found'
> = (change, state) => {
  if (state === null) return refuse('contact_not_found')
  const known = state.marketing[change.connection_id]
  if (known !== undefined && known.changed_at >= change.changed_at) return []
  const data = { contact_id: state.contact_id, ...change }
  return [{ type: 'ContactMarketingPreferenceChanged', data }]
}
