import { isSamePhone } from '@recado/domain/phone-number'
import { asRecord, asText, type Json } from '@recado/domain/provider-event/loose-json'
import { type Intent, NO_IDENTITIES, type Person } from '../intent.ts'
import { unixTime } from '../unix-time.ts'
import { hasIdentity, waId } from './person.ts'

/** Reads `user_changed_number` and `user_changed_user_id`; other system messages change nothing of ours. */
export function systemMessage(message: Json, receivedAt: string): Intent | null {
  const system = asRecord(message.system)
  const type = asText(system.type)
  if (type === null || !/^(user|customer)_changed_(number|user_id)$/.test(type)) return null
  const after = {
    ...NO_IDENTITIES,
    phone: waId(system.wa_id) ?? waId(system.new_wa_id),
    business_scoped_user_id: asText(system.user_id),
    parent_business_scoped_user_id: asText(system.parent_user_id),
  }
  const before = personBefore(message, system, after)
  const said_at = unixTime(message.timestamp, receivedAt)
  if (hasIdentity(before) && hasIdentity(after))
    return { kind: 'identity_changed', before, after, said_at }
  return { kind: 'unreadable', reason: `${type}_without_identities` }
}

/** The person's earlier identities: from fields of their own, from the sender, or only from the text. */
function personBefore(message: Json, system: Json, after: Person): Person {
  const { business_scoped_user_id: id, parent_business_scoped_user_id: parentId } = after
  const fromText = identityInText(asText(system.body), after)
  return {
    ...NO_IDENTITIES,
    phone: waId(message.from) ?? waId(system.customer) ?? fromText.phone,
    business_scoped_user_id:
      asText(system.previous_user_id) ??
      otherThan(id, asText(message.from_user_id)) ??
      fromText.business_scoped_user_id,
    parent_business_scoped_user_id:
      asText(system.previous_parent_user_id) ??
      otherThan(parentId, asText(message.from_parent_user_id)),
  }
}

/** null when the sender already has the new id, which says nothing about the earlier one. */
function otherThan(now: string | null, named: string | null): string | null {
  return named === now ? null : named
}

const BSUID = /^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/

/**
 * Reads the earlier identity from a text such as `User Ana changed from BR.1 to BR.2`. Only the end of the text
 * counts, and only when it names the new identity: the name before it is chosen by the person, who could otherwise
 * claim the identity of another person.
 */
function identityInText(body: string | null, after: Person): Person {
  const [, old = '', now = ''] = / from (\S+) to (\S+?)\.?$/.exec(body?.trim() ?? '') ?? []
  if (BSUID.test(old) && now === after.business_scoped_user_id)
    return { ...NO_IDENTITIES, business_scoped_user_id: old }
  return after.phone !== null && isSamePhone(now, after.phone)
    ? { ...NO_IDENTITIES, phone: waId(old) }
    : NO_IDENTITIES
}
