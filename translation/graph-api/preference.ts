import { asRecord, asText, type Json } from '@recado/domain/provider-event/loose-json'
import { type Intent, NO_IDENTITIES, type Person } from '../intent.ts'
import { unixTime } from '../unix-time.ts'
import { MARKETING_OPTED_OUT } from './error-classes.ts'
import { type ChangeContacts, graphPerson, hasIdentity } from './person.ts'

type StatusIntent = Extract<Intent, { kind: 'status' }>

/** The values of a marketing preference, and whether each one is an opt-out. */
const OPTED_OUT = new Map([
  ['stop', true],
  ['resume', false],
  ['signup', false],
])

/** A send that failed because its recipient opted out of marketing shows that preference. */
export function optOutOfFailure({ status }: StatusIntent): readonly Intent[] {
  const person: Person = { ...NO_IDENTITIES, ...status.recipient }
  const optedOut = status.errors.some(
    (error) => asText(asRecord(error).code) === String(MARKETING_OPTED_OUT),
  )
  if (!optedOut || !hasIdentity(person)) return []
  const changed_at = status.provider_timestamp
  return [{ kind: 'marketing_preference', person, opted_out: true, changed_at }]
}

/** One of `user_preferences[]`. */
export function marketingPreference(
  item: Json,
  contacts: ChangeContacts,
  receivedAt: string,
): Intent {
  const named = { phone: item.wa_id, userId: item.user_id, parentId: item.parent_user_id }
  const { person } = graphPerson(contacts, named)
  const opted_out = OPTED_OUT.get(asText(item.value) ?? '')
  if (item.category !== 'marketing_messages' || opted_out === undefined || !hasIdentity(person))
    return { kind: 'unreadable', reason: 'unknown_preference' }
  const changed_at = unixTime(item.timestamp, receivedAt)
  return { kind: 'marketing_preference', person, opted_out, changed_at }
}
