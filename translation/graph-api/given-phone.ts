import { phoneMatchKey } from '@recado/domain/phone-number'
import { asRecord, asRecords, asText, type Json } from '@recado/domain/provider-event/loose-json'
import { waId } from './person.ts'

/**
 * The phone that a person gives in answer to `request_contact_info`: WhatsApp marks the card with `contact_request`. Null
 * for any other card, which may be of anybody, and for one that does not name exactly one number.
 */
export function givenPhone(message: Json): string | null {
  const [card, ...others] = asRecords(message.contacts)
  if (card === undefined || others.length > 0) return null
  if ((card.origin ?? message.origin) !== 'contact_request') return null
  const phones = asRecords(card.phones).flatMap((phone) => numberIn(phone) ?? [])
  const keys = new Set(phones.map(phoneMatchKey))
  return keys.size === 1 ? (phones[0] ?? null) : null
}

/** A number without `+` may lack its country code, so only WhatsApp's own form of it counts then. */
function numberIn(phone: Json): string | null {
  const { wa_id, phone: written } = asRecord(phone)
  const text = asText(written) ?? ''
  return waId(wa_id) ?? (text.startsWith('+') ? waId(text.replace(/[^\d]/g, '')) : null)
}
