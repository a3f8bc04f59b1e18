import type { Party } from '@recado/domain/message/events'
import { isSamePhone } from '@recado/domain/phone-number'
import type { Rows } from '../engine/projection.ts'
import type { MessageRow } from './message-row.ts'
import { survivorOf } from './survivor.ts'

/**
 * Whether a status names the person that a send went to. The kind of identity that both have decides, phones by the
 * ninth-digit rule; without a common one, the contact of the send supplies the person's other identities.
 */
export async function isRecipient(rows: Rows, send: MessageRow, told: Party): Promise<boolean> {
  const { party_phone: phone, party_business_scoped_user_id: id } = send
  const isNamedById = id !== null && told.business_scoped_user_id !== null
  if (isNamedById && id === told.business_scoped_user_id) return true
  if (!isNamedById && phone !== null && told.phone !== null) return isSamePhone(phone, told.phone)
  const person = await survivorOf(rows, send.contact_id)
  if (person === undefined) return false
  if (told.business_scoped_user_id !== null)
    return person.business_scoped_user_id === told.business_scoped_user_id
  return [person.phone, person.wa_id].some((own) => isSamePhone(own ?? '', told.phone ?? ''))
}
