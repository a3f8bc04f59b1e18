import {
  asList,
  asRecord,
  asRecords,
  asText,
  isRecord,
  type Json,
} from '@recado/domain/provider-event/loose-json'
import type { MessageContent } from '../message-content.ts'
import { nativeMessage } from './native.ts'

type Card = { readonly name: string | null; readonly vcard: string | null }

/** Reads shared contacts, in Meta's shape with the vCard added; null when there are none. */
export function wahaContacts(payload: Json): MessageContent | null {
  const cards = sharedCards(payload)
  if (cards.length === 0) return null
  const names = cards.flatMap(({ name }) => name ?? [])
  return {
    message_type: 'contacts',
    text: names.join(', ') || '[contacts]',
    content: cards.map(({ name, vcard }) => ({ name: { formatted_name: name }, vcard })),
  }
}

/** Prefers the contacts as the engine names them, else the bare vCards; an event may lack either. */
function sharedCards(payload: Json): readonly Card[] {
  const vCards = asList(payload.vCards).flatMap((vcard) => asText(vcard) ?? [])
  const named = namedContacts(payload)
  if (named.length === 0) return vCards.map((vcard) => ({ name: nameIn(vcard), vcard }))
  return named.map((contact, i) => {
    const vcard = asText(contact.vcard) ?? vCards[i] ?? null
    return { name: asText(contact.displayName) ?? nameIn(vcard ?? ''), vcard }
  })
}

function namedContacts(payload: Json): readonly Json[] {
  const { contactMessage, contactsArrayMessage } = nativeMessage(payload)
  if (isRecord(contactMessage)) return [contactMessage]
  if (isRecord(contactsArrayMessage)) return asRecords(contactsArrayMessage.contacts)
  // WEBJS sends the vCard of a single contact as the body.
  const { type, vcardList, vcardFormattedName, body } = asRecord(payload._data)
  if (type === 'multi_vcard') return asRecords(vcardList)
  return type === 'vcard' ? [{ displayName: vcardFormattedName, vcard: body }] : []
}

/** The name on a vCard (RFC 6350, 6.2.1), else its first phone. */
function nameIn(vcard: string): string | null {
  const [, name] = /^(?:[\w-]+\.)?FN(?:;[^:\r\n]*)?:(.*)$/im.exec(vcard) ?? []
  const [, phone] = /^(?:[\w-]+\.)?TEL(?:;[^:\r\n]*)?:(.*)$/im.exec(vcard) ?? []
  return asText(name?.replace(/\\([,;\\])/g, '$1').trim()) ?? asText(phone?.trim())
}
