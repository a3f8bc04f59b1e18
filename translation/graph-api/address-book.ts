import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import { type Intent, NO_IDENTITIES } from '../intent.ts'
import { unixTime } from '../unix-time.ts'
import { hasIdentity, username, waId } from './person.ts'

/** Reads one item of `state_sync[]`: a person in the Business app's address book. One removed there stays a contact. */
export function addressBookEntry(
  item: Readonly<Record<string, unknown>>,
  receivedAt: string,
): Intent | null {
  if (item.type !== 'contact' || item.action === 'remove') return null
  const entry = asRecord(item.contact)
  const person = {
    ...NO_IDENTITIES,
    phone: waId(entry.phone_number),
    business_scoped_user_id: asText(entry.user_id),
    parent_business_scoped_user_id: asText(entry.parent_user_id),
    username: username(entry.username),
  }
  if (!hasIdentity(person)) return { kind: 'unreadable', reason: 'address_book_without_identity' }
  const profile_name = asText(entry.full_name) ?? asText(entry.first_name)
  const said_at = unixTime(asRecord(item.metadata).timestamp, receivedAt)
  return { kind: 'person_listed', person, profile_name, said_at }
}
