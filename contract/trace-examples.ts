import type { z } from 'zod'
import type { Found } from './dashboard/find.ts'
import type { MessageTrace } from './dashboard/trace.ts'
import { at, contact, later, message } from './example-values.ts'

export const found: z.input<typeof Found> = {
  kind: 'message',
  id: message.message_id,
  by: 'id',
  title: message.text,
  contact_name: contact.name,
  created_at: at,
  href: `/dashboard/messages/${message.message_id}`,
}

/** Another message to the same person, a day later than allowed. */
const traced = { id: 48377, message_id: '5d4f3931-ee99-5090-bfbd-b901ae7f8204' }
/** The facts that it was requested, and that it failed. */
const requested = '66c7fad8-cb19-57f1-8830-8e48c6528e00'
const failed = '77d8fad8-cb19-57f1-8830-8e48c6528e01'

export const trace: z.input<typeof MessageTrace> = {
  subject: {
    kind: 'message',
    id: traced.message_id,
    log_id: traced.id,
    direction: 'outbound',
    type: 'text',
    text: message.text,
    status: 'failed',
    conversation_id: message.conversation_id,
    contact: { id: contact.id, name: contact.name, phone: contact.phone },
  },
  why: {
    rule: 'window_closed',
    failure: null,
    says: '131047 · Re-engagement message',
    sentence:
      'No message from this person in the last 24 hours. Only an approved template can be sent.',
    because: [failed],
  },
  steps: [
    {
      key: `${requested}:request`,
      lane: 'you',
      kind: 'request',
      at,
      state: null,
      request_id: 'req-1',
      actor: { type: 'api_key', id: '3c1f0d2e-0b1c-4c55-9a64-0f3c9d2b1f01', name: 'CRM' },
      idempotency_key: 'answer-0001',
    },
    {
      key: failed,
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
