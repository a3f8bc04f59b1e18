import type {
  MessageEvent,
  MessageReceived,
  MessageSendAttempted,
  MessageSendDeferred,
  MessageSendGivenUp,
  MessageSendRefused,
  MessageSendRequested,
  MessageSendUnresolved,
  MessageSent,
  SendError,
} from '@recado/domain/message/events'

export const ids = {
  message_id: '7b1c0f5e-0d1f-4c53-9a51-2f5b6f7e0001',
  connection_id: '7b1c0f5e-0d1f-4c53-9a51-2f5b6f7e0002',
  conversation_id: '7b1c0f5e-0d1f-4c53-9a51-2f5b6f7e0003',
  contact_id: '7b1c0f5e-0d1f-4c53-9a51-2f5b6f7e0004',
}

/** So many seconds after nine o'clock. */
export const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1, 9, 0, seconds)).toISOString()

export const busy: SendError = {
  code: 130429,
  class: 'throttle',
  title: 'Slow down',
  details: null,
}
export const closed: SendError = {
  code: 131047,
  class: 'window_closed',
  title: 'Re-engagement message',
  details: 'more than 24 hours',
}

export const messageSendRequested: MessageSendRequested = {
  type: 'MessageSendRequested',
  data: {
    ...ids,
    message_type: 'text',
    text: 'Olá',
    content: null,
    recipient: { phone: '5511912345678', business_scoped_user_id: null },
    reply_to_message_id: null,
    biz_opaque_callback_data: null,
    idempotency: { key: 'order-991', fingerprint: 'f00d' },
    requested_at: at(0),
  },
}

/** The run of the process that makes the calls. */
export const run = '7b1c0f5e-0d1f-4c53-9a51-2f5b6f7e0009'

/** A send that waits for its turn: attempt 1 is not claimed. */
export const sendWaiting: MessageSendRequested = {
  type: 'MessageSendRequested',
  data: { ...messageSendRequested.data, run, held_until: at(10) },
}

/** A send whose caller wants an unknown outcome to be retried. */
export const oneTimePassword: MessageSendRequested = {
  type: 'MessageSendRequested',
  data: { ...messageSendRequested.data, run, on_unknown: 'retry' },
}

export const messageSendDeferred: MessageSendDeferred = {
  type: 'MessageSendDeferred',
  data: { ...ids, attempt: 1, not_before: at(30), error: busy, deferred_at: at(1) },
}

/** A deferred send that its run retries by itself. */
export const sendHeld: MessageSendDeferred = {
  type: 'MessageSendDeferred',
  data: { ...messageSendDeferred.data, held_until: at(40) },
}

export const messageSendAttempted: MessageSendAttempted = {
  type: 'MessageSendAttempted',
  data: { ...ids, attempt: 2, run, attempted_at: at(31) },
}

export const acceptance = {
  provider_message_id: 'wamid.A',
  wa_id: '5511912345678',
  business_scoped_user_id: null,
  request: { to: '+5511912345678' },
  answer: { messages: [{ id: 'wamid.A' }] },
}

export const messageSent: MessageSent = {
  type: 'MessageSent',
  data: { ...ids, ...acceptance, attempt: 1, sent_at: at(1) },
}

export const messageSendRefused: MessageSendRefused = {
  type: 'MessageSendRefused',
  data: { ...ids, error: closed, request: {}, answer: {}, attempt: 1, refused_at: at(1) },
}

export const messageSendUnresolved: MessageSendUnresolved = {
  type: 'MessageSendUnresolved',
  data: { ...ids, attempt: 1, unresolved_at: at(60) },
}

export const messageSendGivenUp: MessageSendGivenUp = {
  type: 'MessageSendGivenUp',
  data: { ...ids, error: busy, given_up_at: at(90) },
}

/** A received message, no send. */
export const received: MessageEvent = {
  type: 'MessageReceived',
  data: { ...ids, intent: { provider_message_id: 'wamid.IN' } } as MessageReceived['data'],
}
