import type { z } from 'zod'
import {
  at,
  connection,
  conversation_id,
  failure,
  later,
  message,
  outbound,
  party,
  person,
} from './example-values.ts'
import type { StructuredEvent } from './whatsapp-event-names.ts'
import type { WhatsappEvent } from './whatsapp-events.ts'

const ofMessage = { conversation_id, contact: person }
const sent = { ...message, status: 'sent', delivered_at: null } as const
const received = {
  ...sent,
  id: 48210,
  message_id: '2b6f3931-ee99-5090-bfbd-b901ae7f8190',
  direction: 'inbound',
  origin: 'external',
  text: 'Oi, tudo bem?',
  status: 'received',
  provider_message_id: 'wamid.EXAMPLE_IN',
  sender: party,
  recipient: null,
  biz_opaque_callback_data: null,
  provider_timestamp: at,
  sent_at: null,
} as const

/** What we post, once for each structured event, as one conversation brings it. */
export const webhookExamples: {
  readonly [Name in StructuredEvent]: z.input<typeof WhatsappEvent> & { readonly type: Name }
} = {
  'whatsapp.message.received': {
    ...outbound,
    type: 'whatsapp.message.received',
    sequence: 1,
    data: { ...ofMessage, message: received },
  },
  'whatsapp.message.sent': {
    ...outbound,
    type: 'whatsapp.message.sent',
    sequence: 2,
    data: { ...ofMessage, message: sent },
  },
  'whatsapp.message.delivered': {
    ...outbound,
    type: 'whatsapp.message.delivered',
    sequence: 3,
    data: { ...ofMessage, message },
  },
  'whatsapp.message.read': {
    ...outbound,
    type: 'whatsapp.message.read',
    sequence: 4,
    data: { ...ofMessage, message: { ...message, status: 'read', read_at: later } },
  },
  'whatsapp.message.failed': {
    ...outbound,
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
    type: 'whatsapp.connection.updated',
    sequence: null,
    data: { connection, reason: 'auth_failed', previous_status: 'connected', details: null },
  },
}
