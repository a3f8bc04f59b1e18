import type { z } from 'zod'
import {
  at,
  checkpoint,
  connection,
  conversation_id,
  failure,
  inbound,
  later,
  message,
  outbound,
  party,
  person,
  webhook,
} from './example-values.ts'
import type { OwnEvent } from './whatsapp-event-names.ts'
import type { WhatsappEvent } from './whatsapp-events.ts'

const ofMessage = { conversation_id, contact: person }
const sent = { ...message, status: 'sent', delivered_at: null } as const
const received = {
  ...sent,
  id: inbound.log_id,
  message_id: inbound.message_id,
  direction: 'inbound',
  origin: 'external',
  text: 'Oi, tudo bem?',
  status: 'received',
  provider_message_id: inbound.provider_message_id,
  sender: party,
  recipient: null,
  biz_opaque_callback_data: null,
  provider_timestamp: at,
  sent_at: null,
} as const

/** What we post, once for each event of ours, as one conversation brings it. */
export const webhookExamples: {
  readonly [Name in OwnEvent]: z.input<typeof WhatsappEvent> & { readonly type: Name }
} = {
  'whatsapp.message.received': {
    ...outbound,
    type: 'whatsapp.message.received',
    sequence: 1,
    data: { ...ofMessage, message: received },
  },
  'whatsapp.message.sent': {
    ...outbound,
    id: 'a1f2fad8-cb19-57f1-8830-8e48c6528de8',
    type: 'whatsapp.message.sent',
    sequence: 2,
    data: { ...ofMessage, message: sent },
  },
  'whatsapp.message.delivered': {
    ...outbound,
    id: 'b2f2fad8-cb19-57f1-8830-8e48c6528de9',
    type: 'whatsapp.message.delivered',
    sequence: 3,
    data: { ...ofMessage, message },
  },
  'whatsapp.message.read': {
    ...outbound,
    id: 'c3f2fad8-cb19-57f1-8830-8e48c6528dea',
    type: 'whatsapp.message.read',
    sequence: 4,
    data: { ...ofMessage, message: { ...message, status: 'read', read_at: later } },
  },
  'whatsapp.message.failed': {
    ...outbound,
    id: 'd4f2fad8-cb19-57f1-8830-8e48c6528deb',
    type: 'whatsapp.message.failed',
    sequence: 5,
    data: {
      ...ofMessage,
      message: { ...sent, status: 'failed', error: failure, failed_at: later },
      error: failure,
    },
  },
  'whatsapp.connection.updated': {
    ...outbound,
    id: 'e5f2fad8-cb19-57f1-8830-8e48c6528dec',
    type: 'whatsapp.connection.updated',
    sequence: null,
    data: { connection, reason: 'auth_failed', previous_status: 'connected', details: null },
  },
  'webhook.failing': {
    ...outbound,
    id: 'f6f2fad8-cb19-57f1-8830-8e48c6528ded',
    type: 'webhook.failing',
    sequence: null,
    data: {
      webhook_id: webhook.id,
      url: webhook.url,
      active: true,
      reason: 'failing',
      failing_since: at,
    },
  },
  'contact.erased': {
    ...outbound,
    id: 'a7f2fad8-cb19-57f1-8830-8e48c6528dee',
    type: 'contact.erased',
    connection_id: null,
    sequence: null,
    data: { contact_id: person.id, erased_at: at },
  },
  'log.sealed': {
    ...outbound,
    id: 'b80bfad8-cb19-57f1-8830-8e48c6528def',
    type: 'log.sealed',
    connection_id: null,
    sequence: null,
    data: { ...checkpoint, signed_at: at },
  },
}
