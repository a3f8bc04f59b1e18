import type { StructuredEvent } from '@recado/contract/whatsapp-event-names'
import {
  WhatsappConnectionUpdated,
  WhatsappMessageEvent,
  WhatsappMessageFailed,
} from '@recado/contract/whatsapp-events'
import type { WebhookDocument } from '@recado/infra/http/openapi'

/** What we POST to customers' webhooks, for the OpenAPI document. */
export const webhookDocuments: Readonly<Record<StructuredEvent, WebhookDocument>> = {
  'whatsapp.message.received': {
    summary: 'A message arrived',
    payload: WhatsappMessageEvent,
  },
  'whatsapp.message.sent': {
    summary: 'A message of the business is on its way',
    payload: WhatsappMessageEvent,
  },
  'whatsapp.message.delivered': {
    summary: 'A message of the business reached its recipient',
    payload: WhatsappMessageEvent,
  },
  'whatsapp.message.read': {
    summary: 'A message of the business was read',
    payload: WhatsappMessageEvent,
  },
  'whatsapp.message.failed': {
    summary: 'A message of the business will not arrive',
    payload: WhatsappMessageFailed,
  },
  'whatsapp.connection.updated': {
    summary: 'A number can, or can no longer, be used, or its provider told something about it',
    payload: WhatsappConnectionUpdated,
  },
}
