import { isSamePhone } from '@recado/domain/phone-number'
import { asRecord, asRecords, asText } from '@recado/domain/provider-event/loose-json'
import type { Person } from '../intent.ts'

type Json = Readonly<Record<string, unknown>>

export type NamedPerson = { readonly person: Person; readonly profile_name: string | null }

type Named = { readonly phone: unknown; readonly userId: unknown; readonly parentId: unknown }

/**
 * Combines what an item and the `contacts` of its change say of one person. When the item identifies nobody, the
 * person is the only contact of the change, if there is exactly one.
 */
export function graphPerson(value: Json, named: Named): NamedPerson {
  const phone = waId(named.phone)
  const userId = asText(named.userId)
  const contact = contactOf(asRecords(value.contacts), phone, userId)
  const profile = asRecord(contact.profile)
  return {
    person: {
      phone: phone ?? waId(contact.wa_id),
      business_scoped_user_id: userId ?? asText(contact.user_id),
      parent_business_scoped_user_id: asText(named.parentId) ?? asText(contact.parent_user_id),
      username: username(profile.username),
      lid: null,
    },
    profile_name: asText(profile.name),
  }
}

/** Digits of a WhatsApp id, or null for anything else, such as the id of a group. */
export function waId(value: unknown): string | null {
  const text = asText(value)
  return text !== null && /^\+?\d{4,20}$/.test(text) ? text.replace('+', '') : null
}

/** Whether at least one identity of the person is known. */
export function isSomebody(person: Person): boolean {
  return Object.values(person).some((name) => name !== null)
}

function contactOf(contacts: readonly Json[], phone: string | null, userId: string | null): Json {
  if (phone === null && userId === null) return contacts.length === 1 ? asRecord(contacts[0]) : {}
  const byId = contacts.find((contact) => userId !== null && contact.user_id === userId)
  return (
    byId ?? contacts.find((contact) => isSamePhone(phone ?? '', waId(contact.wa_id) ?? '')) ?? {}
  )
}

/** Removes the leading `@` that Meta's samples show. */
export function username(value: unknown): string | null {
  return asText(asText(value)?.trim().replace(/^@/, ''))
}
