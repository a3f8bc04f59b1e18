import { webhookExamples } from '@recado/contract/webhook-examples'
import type { OwnEvent } from '@recado/contract/whatsapp-event-names'
import {
  ContactErased,
  LogSealed,
  WebhookFailing,
  WhatsappConnectionUpdated,
  WhatsappMessageEvent,
  WhatsappMessageFailed,
} from '@recado/contract/whatsapp-events'
import type { WebhookDocument } from '@recado/infra/http/openapi'

/** The events that are posted to customers' webhooks, for the OpenAPI document. */
export const webhookDocuments: Readonly<Record<OwnEvent, WebhookDocument>> = {
  'whatsapp.message.received': {
    summary: 'A message arrived',
    payload: WhatsappMessageEvent,
    example: webhookExamples['whatsapp.message.received'],
  },
  'whatsapp.message.sent': {
    summary: 'A message of the business is on its way',
    payload: WhatsappMessageEvent,
    example: webhookExamples['whatsapp.message.sent'],
  },
  'whatsapp.message.delivered': {
    summary: 'A message of the business reached its recipient',
    payload: WhatsappMessageEvent,
    example: webhookExamples['whatsapp.message.delivered'],
  },
  'whatsapp.message.read': {
    summary: 'A message of the business was read',
    payload: WhatsappMessageEvent,
    example: webhookExamples['whatsapp.message.read'],
  },
  'whatsapp.message.failed': {
    summary: 'A message of the business will not arrive',
    payload: WhatsappMessageFailed,
    example: webhookExamples['whatsapp.message.failed'],
  },
  'whatsapp.connection.updated': {
    summary: 'A number became usable or unusable, or its provider reported a change of it',
    payload: WhatsappConnectionUpdated,
    example: webhookExamples['whatsapp.connection.updated'],
  },
  'webhook.failing': {
    summary: 'The endpoint of another webhook of the account fails, or was switched off for it',
    payload: WebhookFailing,
    example: webhookExamples['webhook.failing'],
  },
  'contact.erased': {
    summary: 'A person was erased, and must be erased where its data was passed on to',
    payload: ContactErased,
    example: webhookExamples['contact.erased'],
  },
  'log.sealed': {
    summary:
      "A checkpoint of the account's facts was signed: whoever keeps it notices when one is changed",
    payload: LogSealed,
    example: webhookExamples['log.sealed'],
  },
}
