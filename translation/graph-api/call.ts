import { isSamePhone } from '@recado/domain/phone-number'
import { asRecord, asText, type Json } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '../intent.ts'
import { unixTime } from '../unix-time.ts'
import { type ChangeContacts, graphPerson, hasIdentity } from './person.ts'

/** Reads one item of `calls[]`: a person's call, begun or ended. Calls by the business open no 24-hour window. */
export function userCall(
  call: Json,
  value: Json,
  contacts: ChangeContacts,
  receivedAt: string,
): Intent | null {
  if (!isByUser(call, value)) return null
  const provider_call_id = asText(call.id)
  const { person, profile_name } = graphPerson(contacts, {
    phone: call.from,
    userId: call.from_user_id,
    parentId: call.from_parent_user_id,
  })
  if (provider_call_id === null || !hasIdentity(person))
    return { kind: 'unreadable', reason: 'call_without_id_or_caller' }
  const provider_timestamp = unixTime(call.start_time ?? call.timestamp, receivedAt)
  return {
    kind: 'called',
    call: { provider_call_id, party: person, profile_name, provider_timestamp },
  }
}

/** Older calls carry no direction: then the person calls unless `from` is the business's own number. */
function isByUser({ direction, from }: Json, { metadata }: Json): boolean {
  if (direction !== undefined) return direction === 'USER_INITIATED'
  const own = asText(asRecord(metadata).display_phone_number)
  return !isSamePhone(asText(from) ?? '', own ?? '')
}
