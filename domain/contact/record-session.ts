import { type Decide, refuse } from '../decision.ts'
import { type Contact, MAX_REMEMBERED, sessionKey } from './contact.ts'
import type { ContactSessionRecorded } from './events.ts'

export type RecordSession = Omit<ContactSessionRecorded['data'], 'contact_id'>

/** Records the ad or post that led the person here, once. `recorded_at` is the time of the message after the click. */
export const recordSession: Decide<
  RecordSession,
  Contact,
  ContactSessionRecorded,
  'contact_not_found'
> = (session, state) => {
  if (state === null) return refuse('contact_not_found')
  if (state.sessions.length >= MAX_REMEMBERED) return []
  if (state.sessions.includes(sessionKey(session))) return []
  return [{ type: 'ContactSessionRecorded', data: { contact_id: state.contact_id, ...session } }]
}
