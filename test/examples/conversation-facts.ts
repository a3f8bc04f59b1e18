import type { CallReceived } from '@recado/domain/call/events'
import type { ContactCreated, ContactIdentityLinked } from '@recado/domain/contact/events'
import type { ConversationOpened } from '@recado/domain/conversation/events'
import type {
  MessageIntent,
  MessageReceived,
  MessageSendRequested,
  MessageSent,
} from '@recado/domain/message/events'
import type { MessageStatusReported, ProviderStatus } from '@recado/domain/provider-message/events'
import { connectionId } from './connection.ts'

export const contactId = '4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d01'
export const conversationId = '4a1f0d2e-0b1c-4c55-9a64-0f3c9d2b1d02'

const at = '2026-01-01T09:20:00.000Z'

export const contactCreated: ContactCreated = {
  type: 'ContactCreated',
  data: { contact_id: contactId, created_at: at },
}

export const phoneLinked: ContactIdentityLinked = {
  type: 'ContactIdentityLinked',
  data: {
    contact_id: contactId,
    kind: 'phone',
    value: '553187654321',
    match_key: '5531987654321',
    connection_id: connectionId,
    linked_at: at,
  },
}

export const conversationOpened: ConversationOpened = {
  type: 'ConversationOpened',
  data: {
    conversation_id: conversationId,
    connection_id: connectionId,
    contact_id: contactId,
    opened_at: at,
  },
}

const ids = (message_id: string) => ({
  message_id,
  connection_id: connectionId,
  conversation_id: conversationId,
  contact_id: contactId,
})

/** An inbound text of a contact. */
export function textReceived(
  message_id: string,
  wamid: string,
  more: Partial<MessageIntent> = {},
): MessageReceived {
  return {
    type: 'MessageReceived',
    data: {
      ...ids(message_id),
      raw_event_id: '7c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1e01',
      recorded_at: at,
      intent: {
        provider_message_id: wamid,
        message_type: 'text',
        text: 'Oi',
        content: null,
        party: {
          phone: '553187654321',
          business_scoped_user_id: null,
          parent_business_scoped_user_id: null,
          username: null,
          lid: null,
        },
        profile_name: 'Ana',
        reply_to_message_id: null,
        provider_timestamp: '2026-01-01T09:19:59.000Z',
        referral: null,
        payload: { id: wamid, type: 'text', text: { body: 'Oi' } },
        ...more,
      },
    },
  }
}

/** A call of a contact. */
export function callReceived(provider_call_id: string, provider_timestamp = at): CallReceived {
  const { connection_id, conversation_id, contact_id } = ids('')
  const { party, profile_name } = textReceived('', '').data.intent
  return {
    type: 'CallReceived',
    data: {
      ...{ connection_id, conversation_id, contact_id },
      intent: { provider_call_id, party, profile_name, provider_timestamp },
      raw_event_id: '7c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1e03',
      recorded_at: at,
    },
  }
}

/** The request to send a text. */
export function sendRequested(
  message_id: string,
  biz_opaque_callback_data: string | null = null,
): MessageSendRequested {
  return {
    type: 'MessageSendRequested',
    data: {
      ...ids(message_id),
      message_type: 'text',
      text: 'Bom dia',
      content: null,
      recipient: { phone: '553187654321', business_scoped_user_id: null },
      reply_to_message_id: null,
      biz_opaque_callback_data,
      idempotency: null,
      requested_at: at,
    },
  }
}

/** The provider's acceptance of a send. */
export function accepted(message_id: string, wamid: string): MessageSent {
  return {
    type: 'MessageSent',
    data: {
      ...ids(message_id),
      provider_message_id: wamid,
      wa_id: '553187654321',
      business_scoped_user_id: null,
      attempt: 1,
      request: { type: 'text' },
      answer: { messages: [{ id: wamid }] },
      sent_at: '2026-01-01T09:20:01.000Z',
    },
  }
}

/** The provider reports a status, `seconds` after nine. */
export function statusReported(
  wamid: string,
  status: ProviderStatus,
  seconds: number,
  correlation: string | null = null,
): MessageStatusReported {
  const errors = status === 'failed' ? [{ code: 131026, title: 'Undeliverable' }] : []
  return {
    type: 'MessageStatusReported',
    data: {
      connection_id: connectionId,
      raw_event_id: '7c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1e02',
      recorded_at: at,
      intent: {
        provider_message_id: wamid,
        status,
        provider_timestamp: new Date(Date.UTC(2026, 0, 1, 9, 0, seconds)).toISOString(),
        recipient: { phone: '553187654321', business_scoped_user_id: null },
        biz_opaque_callback_data: correlation,
        errors,
        pricing: null,
      },
    },
  }
}
