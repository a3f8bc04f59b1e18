import {
  checkpoint,
  connection,
  contact_id,
  conversation_id,
  failure,
  inbound,
  message,
  party,
  person,
  webhook,
} from './example-values.ts'
import type { OwnEvent } from './whatsapp-event-names.ts'

/** The ids and the time (ISO 8601) of a sample. */
export type SampleOf = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly at: string
}

/** The body of a sample event, as the webhook of the connection would get it, except for `test` and its sequence. */
export function sampleEvent(type: OwnEvent, { at, ...of }: SampleOf): object {
  const data = sampleData(type, of.connection_id, at)
  const place = OF_NO_CONNECTION.includes(type) ? { ...of, connection_id: null } : of
  return { ...place, type, timestamp: at, sequence: null, test: true, data }
}

function sampleData(type: OwnEvent, connection_id: string, at: string): object {
  const outbound = { ...message, ...UNSENT, connection_id, created_at: at, sent_at: at }
  const reached = { ...outbound, delivered_at: at }
  switch (type) {
    case 'whatsapp.message.received':
      return ofMessage({ ...outbound, ...RECEIVED, provider_timestamp: at })
    case 'whatsapp.message.sent':
      return ofMessage({ ...outbound, status: 'sent' })
    case 'whatsapp.message.delivered':
      return ofMessage({ ...reached, status: 'delivered' })
    case 'whatsapp.message.read':
      return ofMessage({ ...reached, status: 'read', read_at: at })
    case 'whatsapp.message.failed': {
      const failed = { ...outbound, status: 'failed', error: failure, failed_at: at }
      return { ...ofMessage(failed), error: failure }
    }
    case 'whatsapp.connection.updated':
      return {
        connection: { ...connection, id: connection_id, status: 'error' },
        reason: 'auth_failed',
        previous_status: 'connected',
        details: null,
      }
    case 'webhook.failing': {
      const { id: webhook_id, url } = webhook
      return { webhook_id, url, active: true, reason: 'failing', failing_since: at }
    }
    case 'contact.erased':
      return { contact_id, erased_at: at }
    case 'log.sealed':
      return { ...checkpoint, signed_at: at }
  }
}

const OF_NO_CONNECTION: readonly OwnEvent[] = ['contact.erased', 'log.sealed']

const UNSENT = { delivered_at: null, read_at: null, failed_at: null, error: null }

const RECEIVED = {
  direction: 'inbound',
  origin: 'external',
  status: 'received',
  sent_at: null,
  text: 'Oi, tudo bem?',
  provider_message_id: inbound.provider_message_id,
  sender: party,
  recipient: null,
  biz_opaque_callback_data: null,
}

function ofMessage(of: object): object {
  return { conversation_id, contact: { ...person, id: contact_id }, message: of }
}
