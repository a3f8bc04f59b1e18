import { randomUUID } from 'node:crypto'
import { providerMessageId, webhookId } from '@recado/application/ids'
import type { MessageReceived } from '@recado/domain/message/events'
import type { MessageStatusReported, ProviderStatus } from '@recado/domain/provider-message/events'
import type { WebhookConfigured, WebhookDeactivated } from '@recado/domain/webhook/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { recorded } from '../../../kit/projecting.ts'

const EARLIER = '2026-01-01T09:00:00.000Z'

/** A connection, a contact and their conversation, and the facts about them as the log holds them. */
export function world(at = EARLIER) {
  const account_id = randomUUID()
  const connection_id = randomUUID()
  const conversation_id = randomUUID()
  const contact_id = randomUUID()
  const of = { account_id, at }
  const webhook_id = webhookId(connection_id)
  const party = { phone: '5531987654321', business_scoped_user_id: null }
  return {
    account_id,
    connection_id,
    conversation_id,
    webhook_id,
    configured: (changes: Partial<WebhookConfigured['data']> = {}) =>
      recorded<WebhookConfigured>(
        `webhook-${connection_id}`,
        {
          type: 'WebhookConfigured',
          data: {
            webhook_id,
            connection_id,
            account_id,
            url: 'https://crm.example/hook',
            events: [],
            active: true,
            secret_ref: 's1',
            configured_at: at,
            ...changes,
          },
        },
        of,
      ),
    deactivated: () =>
      recorded<WebhookDeactivated>(
        `webhook-${connection_id}`,
        {
          type: 'WebhookDeactivated',
          data: { webhook_id, connection_id, reason: 'requested', deactivated_at: at },
        },
        of,
      ),
    contactCreated: () =>
      recorded(
        `contact-${contact_id}`,
        { type: 'ContactCreated', data: { contact_id, created_at: at } },
        of,
      ),
    received: (text = 'Oi', message_id: string = randomUUID()) =>
      recorded<MessageReceived>(
        `message-${message_id}`,
        {
          type: 'MessageReceived',
          data: {
            message_id,
            connection_id,
            conversation_id,
            contact_id,
            intent: {
              provider_message_id: `wamid.${message_id}`,
              message_type: 'text',
              text,
              content: null,
              party: {
                ...party,
                parent_business_scoped_user_id: null,
                username: null,
                lid: null,
              },
              profile_name: null,
              reply_to_message_id: null,
              provider_timestamp: at,
              referral: null,
              payload: {},
            },
            raw_event_id: randomUUID(),
            recorded_at: at,
          },
        },
        of,
      ),
    requested: (message_id: string): RecordedEvent =>
      recorded(
        `message-${message_id}`,
        {
          type: 'MessageSendRequested',
          data: {
            message_id,
            connection_id,
            conversation_id,
            contact_id,
            message_type: 'text',
            text: 'Bom dia',
            content: null,
            recipient: party,
            reply_to_message_id: null,
            biz_opaque_callback_data: null,
            idempotency: null,
            requested_at: at,
          },
        },
        of,
      ),
    ofMessage: (type: string, message_id: string, more: object): RecordedEvent =>
      recorded(
        `message-${message_id}`,
        { type, data: { message_id, connection_id, conversation_id, contact_id, ...more } },
        of,
      ),
    status: (provider_message_id: string, status: ProviderStatus, errors: object[] = []) =>
      recorded<MessageStatusReported>(
        `providerMessage-${providerMessageId({ connection_id, provider_message_id })}`,
        {
          type: 'MessageStatusReported',
          data: {
            connection_id,
            intent: {
              provider_message_id,
              status,
              provider_timestamp: at,
              recipient: party,
              biz_opaque_callback_data: null,
              errors,
              pricing: null,
            },
            raw_event_id: randomUUID(),
            recorded_at: at,
          },
        },
        of,
      ),
    registered: (): RecordedEvent =>
      recorded(
        `connection-${connection_id}`,
        {
          type: 'ConnectionRegistered',
          data: {
            connection_id,
            account_id,
            type: 'official',
            status: 'connected',
            phone_number: '+55 31 3333-4444',
            phone_number_digits: '553133334444',
            phone_number_id: connection_id,
            waba_id: 'waba',
            session: null,
            secret_refs: {},
            registered_at: at,
          },
        },
        of,
      ),
    fact: (type: string, data: object, category = 'webhookDelivery'): RecordedEvent =>
      recorded(
        `${category}-${connection_id}`,
        { type, data: { connection_id, webhook_id, ...data } },
        of,
      ),
  }
}

/** The data of a send that the provider accepted. */
export function sent(provider_message_id: string) {
  return {
    provider_message_id,
    wa_id: null,
    business_scoped_user_id: null,
    attempt: 1,
    request: {},
    answer: {},
    sent_at: EARLIER,
  }
}
