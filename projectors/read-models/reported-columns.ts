import { payloadUrl } from '@recado/application/raw-events/payload-url'
import type { MessageIntent } from '@recado/domain/message/events'
import { asNative, type Native } from '@recado/domain/native-json'
import { nativeRecord } from '@recado/domain/provider-event/loose-json'
import type { MessageRow } from './message-row.ts'

/** The columns of a message that the provider reported. */
export function reportedColumns(
  intent: MessageIntent,
  direction: 'inbound' | 'outbound',
  rawEventId: string,
): Partial<MessageRow> {
  return {
    direction,
    origin: 'external',
    ...(direction === 'inbound'
      ? { status: 'received' }
      : { status: 'sent', sent_at: intent.provider_timestamp }),
    ...contentColumns(intent, rawEventId),
  }
}

/** The columns that a newer reading, or a later report, of the message replaces. */
export function contentColumns(intent: MessageIntent, rawEventId: string): Partial<MessageRow> {
  return {
    text: intent.text,
    content: intent.content,
    party_phone: intent.party.phone,
    party_business_scoped_user_id: intent.party.business_scoped_user_id,
    reply_to_message_id: intent.reply_to_message_id,
    provider_timestamp: intent.provider_timestamp,
    payload: withUrl(intent.payload, rawEventId),
  }
}

/** A payload that was cut to fit into a fact names the raw event that has all of it. The mark of a cut comes last. */
function withUrl(payload: Native, rawEventId: string): Native {
  const fields = nativeRecord(payload)
  const isCut = fields.truncated === true && Object.keys(fields).at(-1) === 'truncated'
  return isCut ? asNative({ ...fields, payload_url: payloadUrl(rawEventId) }) : payload
}
