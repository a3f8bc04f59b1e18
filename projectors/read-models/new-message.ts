import type { MessageIds, MessageType } from '@recado/domain/message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logId } from '../engine/log-id.ts'
import type { MessageRow } from './message-row.ts'

export function newMessage(
  event: RecordedEvent<{ type: string; data: MessageIds }>,
  type: MessageType,
): MessageRow {
  const { message_id, connection_id, conversation_id, contact_id } = event.data
  return {
    id: message_id,
    account_id: event.metadata.account_id as string,
    connection_id,
    conversation_id,
    contact_id,
    log_id: logId(event),
    direction: 'outbound',
    origin: 'api',
    type,
    text: '',
    content: null,
    status: 'pending',
    provider_message_id: null,
    earlier_provider_ids: null,
    reply_to_message_id: null,
    party_phone: null,
    party_business_scoped_user_id: null,
    biz_opaque_callback_data: null,
    error: null,
    error_class: null,
    created_at: event.metadata.recorded_at,
    provider_timestamp: null,
    sent_at: null,
    delivered_at: null,
    read_at: null,
    failed_at: null,
    revoked_at: null,
    pricing: null,
    payload: null,
    send_state: null,
    attempt: null,
    next_at: null,
    requested_at: null,
    released_to: null,
    released_at: null,
    request_id: event.metadata.request_id,
    inbound_ordinal: 0,
    erased: false,
    has_words: true,
    account_pos: 0,
    conversation_pos: 0,
  }
}
