import type { MessageSendRequested } from '@recado/domain/message/events'

/** A request from before the option for unknown outcomes existed. */
export const releasedRequest = { to: '5511912345678', text: 'Bom dia' }

/** The fact written for that request then: it claims attempt 1 and has the fingerprint computed then. */
export const releasedSend: Omit<
  MessageSendRequested['data'],
  'message_id' | 'connection_id' | 'conversation_id' | 'contact_id'
> = {
  message_type: 'text',
  text: 'Bom dia',
  content: null,
  recipient: { phone: '5511912345678', business_scoped_user_id: null },
  reply_to_message_id: null,
  biz_opaque_callback_data: null,
  idempotency: {
    key: 'released-key-1',
    fingerprint: '22bb939299e668ac712c246e2e7f1eae3a51d08719f6cbdea2aa33afe753f2aa',
  },
  requested_at: '2026-01-01T09:00:00.000Z',
}
