import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import { type Intent, NO_IDENTITIES } from '../intent.ts'
import { unixTime } from '../unix-time.ts'
import { hasIdentity, waId } from './person.ts'

/**
 * Reads one item of `user_id_update[]`: a person's BSUID was regenerated, as happens with a new number. For persons
 * whose number Meta hides, only this event has both the old and the new BSUID. `wa_id` is the person's present
 * number.
 * @param time of the entry, for an item without one
 */
export function userIdUpdate(
  item: Readonly<Record<string, unknown>>,
  time: unknown,
  receivedAt: string,
): Intent {
  const [userId, parentId] = [asRecord(item.user_id), asRecord(item.parent_user_id)]
  const before = {
    ...NO_IDENTITIES,
    business_scoped_user_id: asText(userId.previous),
    parent_business_scoped_user_id: asText(parentId.previous),
  }
  const after = {
    ...NO_IDENTITIES,
    phone: waId(item.wa_id),
    business_scoped_user_id: asText(userId.current),
    parent_business_scoped_user_id: asText(parentId.current),
  }
  const said_at = unixTime(item.timestamp ?? time, receivedAt)
  if (hasIdentity(before) && hasIdentity(after))
    return { kind: 'identity_changed', before, after, said_at }
  return { kind: 'unreadable', reason: 'user_id_update_without_identities' }
}
