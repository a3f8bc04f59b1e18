import type { z } from 'zod'
import type { Found } from './dashboard/find.ts'
import type { MessageTrace } from './dashboard/trace.ts'
import { at, contact_id, delivery, later, message } from './example-values.ts'

export const found: z.input<typeof Found> = {
  kind: 'message',
  id: message.message_id,
  by: 'id',
  title: message.text,
  contact_name: 'Ana',
  created_at: at,
  href: `/dashboard/messages/${message.message_id}`,
}

export const trace: z.input<typeof MessageTrace> = {
  subject: {
    kind: 'message',
    id: message.message_id,
    log_id: message.id,
    direction: 'outbound',
    type: 'text',
    text: message.text,
    status: 'failed',
    conversation_id: message.conversation_id,
    contact: { id: contact_id, name: 'Ana', phone: '5511987654321' },
  },
  why: {
    rule: 'window_closed',
    failure: null,
    says: '131047 · Re-engagement message',
    sentence: 'The person last wrote more than 24 hours ago. Send a template instead.',
    because: [delivery.event_id],
  },
  steps: [
    {
      key: `${delivery.event_id}:request`,
      lane: 'you',
      kind: 'request',
      at,
      state: null,
      request_id: 'req-1',
      actor: { type: 'api_key', id: '3c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01', name: 'CRM' },
      idempotency_key: 'answer-0001',
    },
    {
      key: delivery.event_id,
      lane: 'whatsapp',
      kind: 'status',
      at: later,
      state: 'failed',
      type: 'failed',
      position: '18446',
      recorded_at: later,
      raw_event_id: 5512,
      data: { errors: [{ code: 131047, title: 'Re-engagement message' }] },
    },
  ],
  is_cut: false,
  as_of: '18446',
}
