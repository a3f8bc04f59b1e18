import { phoneMatchKey } from '@recado/domain/phone-number'
import { asRecord, asRecords, asText, type Json } from '@recado/domain/provider-event/loose-json'
import type { Person } from '../intent.ts'

export type NamedPerson = { readonly person: Person; readonly profile_name: string | null }

type Named = { readonly phone: unknown; readonly userId: unknown; readonly parentId: unknown }

/** The `contacts` of a change, by what identifies them. Of several with the same identity the first one counts. */
export type ChangeContacts = {
  readonly all: readonly Json[]
  readonly byUserId: ReadonlyMap<unknown, Json>
  /** By the match key of the phone. */
  readonly byPhone: ReadonlyMap<string, Json>
}

/** Reads the `contacts` of a change once, because each of its items looks for its person there. */
export function changeContacts(value: Json): ChangeContacts {
  const all = asRecords(value.contacts)
  const lastFirst = all.toReversed()
  const byUserId = new Map(lastFirst.map((contact) => [contact.user_id, contact]))
  const byPhone = new Map(
    lastFirst.map((contact) => [phoneMatchKey(waId(contact.wa_id) ?? ''), contact]),
  )
  return { all, byUserId, byPhone }
}

/**
 * Combines what an item and the `contacts` of its change say of one person. When the item identifies nobody, the
 * person is the only contact of the change, if there is exactly one.
 */
export function graphPerson(contacts: ChangeContacts, named: Named): NamedPerson {
  const phone = waId(named.phone)
  const userId = asText(named.userId)
  const contact = contactOf(contacts, phone, userId)
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
export function hasIdentity(person: Person): boolean {
  return Object.values(person).some((name) => name !== null)
}

function contactOf(contacts: ChangeContacts, phone: string | null, userId: string | null): Json {
  const { all, byUserId, byPhone } = contacts
  if (phone === null && userId === null) return all.length === 1 ? asRecord(all[0]) : {}
  const byId = userId === null ? undefined : byUserId.get(userId)
  return byId ?? (phone === null ? undefined : byPhone.get(phoneMatchKey(phone))) ?? {}
}

/** Removes the leading `@` that Meta's samples show. */
export function username(value: unknown): string | null {
  return asText(asText(value)?.trim().replace(/^@/, ''))
}
