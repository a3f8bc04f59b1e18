import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { ProviderStatus } from '@recado/domain/provider-message/events'
import { type Intent, NO_IDENTITIES, type Translate } from '@recado/translation/intent'

type Json = Readonly<Record<string, unknown>>

const STATUSES = new Map<string, ProviderStatus>([
  ['sent', 'sent'],
  ['delivered', 'delivered'],
  ['read', 'read'],
  ['failed', 'failed'],
])

/** Translates an event of the network into intents. */
export const translateLoop: Translate = ({ event, payload, received_at }) => {
  const told = asRecord(payload)
  const at = asText(told.at) ?? received_at
  switch (event) {
    case 'loop.message':
      return [received(told, at)]
    case 'loop.status':
      return reported(told, at)
    case 'loop.number':
      return up(told)
    default:
      return []
  }
}

function received(told: Json, provider_timestamp: string): Intent {
  const file = { id: asText(told.file_id), mime_type: asText(told.mime_type) }
  const text = asText(told.text) ?? ''
  const content = { ...file, filename: null, caption: text || null, sha256: null }
  const said =
    file.id === null
      ? ({ message_type: 'text', text, content: null } as const)
      : ({ message_type: 'image', text: text || '[image]', content } as const)
  return {
    kind: 'received',
    message: {
      provider_message_id: asText(told.id) ?? '',
      ...said,
      party: { ...NO_IDENTITIES, phone: asText(told.from) },
      profile_name: null,
      reply_to_message_id: null,
      provider_timestamp,
      referral: null,
      payload: told,
    },
  }
}

function reported(told: Json, provider_timestamp: string): readonly Intent[] {
  const status = STATUSES.get(asText(told.status) ?? '')
  if (status === undefined) return [{ kind: 'unreadable', reason: 'unknown_status' }]
  const about = {
    provider_message_id: asText(told.message_id) ?? '',
    recipient: { phone: asText(told.to), business_scoped_user_id: null },
    biz_opaque_callback_data: asText(told.reference),
  }
  const report = { ...about, status, provider_timestamp, errors: [], pricing: null }
  return [{ kind: 'status', status: report }]
}

function up({ status, phone }: Json): readonly Intent[] {
  const details = { status }
  const connected = status === 'up' ? 'connected' : 'disconnected'
  return [
    { kind: 'connection_number', phone_number: asText(phone) ?? '' },
    { kind: 'connection_status', status: connected, reason: 'loop.number', details },
  ]
}
