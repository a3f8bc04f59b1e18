import type { Ids } from '@recado/application/ids'
import type { PersonIds } from '@recado/application/person-ids'
import type { ContactIdentityUnlinked } from '@recado/domain/contact/events'
import type { MessageIntent } from '@recado/domain/message/events'
import { phoneMatchKey } from '@recado/domain/phone-number'
import { isOlder } from '@recado/domain/provider-clock'
import type { Rows } from '../engine/projection.ts'
import { contactIdentities } from './contact-identity-row.ts'
import { type ConversationRow, conversations } from './conversation-row.ts'
import { samePerson, survivorOf } from './survivor.ts'

type WrittenFrom = Pick<ConversationRow, 'written_from' | 'written_from_key'>

/**
 * The number of the person that wrote last in a conversation, by the provider's clock: replies go to it. One that names
 * another contact is not the person's.
 */
export async function writtenFrom(
  personIds: PersonIds,
  rows: Rows,
  row: ConversationRow,
  { party: { phone }, provider_timestamp }: MessageIntent,
): Promise<Partial<WrittenFrom>> {
  if (phone === null || isOlder(provider_timestamp, row.inbound_said_at)) return {}
  const written_from_key = phoneMatchKey(phone)
  const person = await survivorOf(rows, row.contact_id)
  if (person === undefined) return {}
  const { account_id } = row
  const claim = { account_id, match_key: written_from_key, contact_id: person.id }
  const isShown = person.phone_key === written_from_key
  const isOwn = isShown || (await names(personIds, rows, claim))
  return isOwn ? { written_from: phone, written_from_key } : {}
}

async function names(
  personIds: PersonIds,
  rows: Rows,
  { account_id, match_key, contact_id }: Ids<'account_id' | 'match_key' | 'contact_id'>,
): Promise<boolean> {
  const id = personIds.claimId({ account_id, kind: 'phone', match_key })
  const claim = await rows.get(contactIdentities, id)
  return claim !== undefined && (await survivorOf(rows, claim.contact_id))?.id === contact_id
}

/** Forgets a number that its person has no longer. */
export async function forgetWrittenFrom(
  rows: Rows,
  { kind, match_key, contact_id }: ContactIdentityUnlinked['data'],
): Promise<void> {
  if (kind !== 'phone') return
  const same = await samePerson(rows, contact_id)
  for (const row of await rows.find(conversations, 'contact_id', same))
    if (row.written_from_key === match_key)
      rows.put(conversations, { ...row, written_from: null, written_from_key: null })
}
