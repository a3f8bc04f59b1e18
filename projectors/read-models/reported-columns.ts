import type { MessageIntent } from '@recado/domain/message/events'
import type { MessageRow } from './message-row.ts'

/** The columns of a message that the provider reported. */
export function fromIntent(
  intent: MessageIntent,
  direction: 'inbound' | 'outbound',
): Partial<MessageRow> {
  return {
    direction,
    origin: 'external',
    ...(direction === 'inbound'
      ? { status: 'received' }
      : { status: 'sent', sent_at: intent.provider_timestamp }),
    ...saidBy(intent),
  }
}

/** The columns that a newer reading, or a later report, of the message replaces. */
export function saidBy(intent: MessageIntent): Partial<MessageRow> {
  return {
    text: intent.text,
    content: intent.content,
    party_phone: intent.party.phone,
    party_business_scoped_user_id: intent.party.business_scoped_user_id,
    reply_to_message_id: intent.reply_to_message_id,
    provider_timestamp: intent.provider_timestamp,
    payload: intent.payload,
  }
}
