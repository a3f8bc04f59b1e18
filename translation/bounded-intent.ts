import { brokenBound, type Kind } from '@recado/domain/bounds'
import type { ImportedContent } from '@recado/domain/imported-message/events'
import type { MessageIntent } from '@recado/domain/message/events'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { Intent, Person } from './intent.ts'

/** A value of the provider exceeds what an index, a stream name or a fact can hold. The raw event keeps the value. */
export class BoundBroken extends Error {
  constructor(field: string, rule: string) {
    super(`${field} ${rule}; the raw event keeps the value as received`)
    this.name = 'BoundBroken'
  }
}

type Bounded = readonly [field: string, kind: Kind, value: string | null]

/** @throws BoundBroken when a value of the intent is beyond the bound of its kind */
export function assertBounded(intent: Intent): void {
  for (const [field, kind, value] of boundedValues(intent)) {
    const rule = value === null ? null : brokenBound(kind, value)
    if (rule !== null) throw new BoundBroken(field, rule)
  }
}

/** The values of an intent that serve as lookup keys or identifiers. */
function boundedValues(intent: Intent): readonly Bounded[] {
  switch (intent.kind) {
    case 'received':
    case 'sent_elsewhere':
      return [
        ...messageValues(intent.message),
        ['given_phone', 'phone', intent.given_phone ?? null],
      ]
    case 'edited':
    case 'revoked':
      return [
        ...messageValues(intent.message),
        ['original_provider_message_id', 'provider_id', intent.original_provider_message_id],
      ]
    case 'imported':
      return [...contentValues(intent.imported), ...personValues('party', intent.imported.party)]
    case 'imported_media':
      return contentValues(intent.imported)
    case 'status': {
      const { provider_message_id, recipient, biz_opaque_callback_data } = intent.status
      return [
        ['provider_message_id', 'provider_id', provider_message_id],
        ['recipient.phone', 'phone', recipient.phone],
        ['recipient.business_scoped_user_id', 'provider_id', recipient.business_scoped_user_id],
        ['biz_opaque_callback_data', 'callback_data', biz_opaque_callback_data],
      ]
    }
    case 'identity_changed':
      return [...personValues('before', intent.before), ...personValues('after', intent.after)]
    case 'called':
      return [
        ['provider_call_id', 'provider_id', intent.call.provider_call_id],
        ...personValues('party', intent.call.party),
      ]
    case 'person_listed':
    case 'marketing_preference':
      return personValues('person', intent.person)
    case 'connection_number':
      return [['phone_number', 'phone', intent.phone_number]]
    case 'connection_status':
    case 'connection_history':
    case 'connection_noticed':
    case 'set_aside':
    case 'unreadable':
      return []
  }
}

function messageValues(message: MessageIntent): readonly Bounded[] {
  return [...contentValues(message), ...personValues('party', message.party)]
}

function contentValues(message: ImportedContent): readonly Bounded[] {
  return [
    ['provider_message_id', 'provider_id', message.provider_message_id],
    ['reply_to_message_id', 'provider_id', message.reply_to_message_id],
    ['content.id', 'provider_id', asText(asRecord(message.content).id)],
  ]
}

function personValues(name: string, person: Person): readonly Bounded[] {
  const { phone, ...ids } = person
  return [
    [`${name}.phone`, 'phone', phone],
    ...Object.entries(ids).map(
      ([field, value]) => [`${name}.${field}`, 'provider_id', value] as const,
    ),
  ]
}
