import { asText } from '@recado/domain/provider-event/loose-json'
import { graphPerson, isSomebody } from './graph-person.ts'
import { graphTime } from './graph-time.ts'
import type { Intent } from './intent.ts'

type Json = Readonly<Record<string, unknown>>

/** What a person can say about marketing, and whether it means no. */
const OPTED_OUT = new Map([
  ['stop', true],
  ['resume', false],
  ['signup', false],
])

/** One of `user_preferences[]`. */
export function marketingPreference(item: Json, value: Json, receivedAt: string): Intent {
  const named = { phone: item.wa_id, userId: item.user_id, parentId: item.parent_user_id }
  const { person } = graphPerson(value, named)
  const opted_out = OPTED_OUT.get(asText(item.value) ?? '')
  if (item.category !== 'marketing_messages' || opted_out === undefined || !isSomebody(person))
    return { kind: 'unreadable', reason: 'unknown_preference' }
  const changed_at = graphTime(item.timestamp, receivedAt)
  return { kind: 'marketing_preference', person, opted_out, changed_at }
}
