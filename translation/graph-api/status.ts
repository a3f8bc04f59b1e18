import { asRecords, asText, isRecord } from '@recado/domain/provider-event/loose-json'
import type { ProviderStatus } from '@recado/domain/provider-message/events'
import type { Intent } from '../intent.ts'
import { unixTime } from '../unix-time.ts'
import { waId } from './person.ts'

const STATUSES: readonly string[] = ['sent', 'delivered', 'read', 'played', 'failed']

/** Reads one item of `statuses[]`. In a group each participant has a status of its own, and is its recipient. */
export function reportedStatus(
  status: Readonly<Record<string, unknown>>,
  receivedAt: string,
): Intent {
  if (isAboutAnother(status)) return { kind: 'set_aside', reason: 'status_of_another_thing' }
  const provider_message_id = asText(status.id)
  const name = asText(status.status)
  if (provider_message_id === null) return { kind: 'unreadable', reason: 'status_without_id' }
  if (name === null || !STATUSES.includes(name))
    return { kind: 'unreadable', reason: 'unknown_status' }
  return {
    kind: 'status',
    status: {
      provider_message_id,
      status: name as ProviderStatus,
      provider_timestamp: unixTime(status.timestamp, receivedAt),
      recipient: {
        phone: waId(status.recipient_participant_id) ?? waId(status.recipient_id),
        business_scoped_user_id:
          asText(status.recipient_participant_user_id) ?? asText(status.recipient_user_id),
      },
      biz_opaque_callback_data: asText(status.biz_opaque_callback_data),
      errors: [...asRecords(status.errors)],
      pricing: isRecord(status.pricing) ? status.pricing : null,
    },
  }
}

/** A status of a payment or call names in `id` the message that it belongs to; it says nothing about that message. */
function isAboutAnother({ type, payment }: Readonly<Record<string, unknown>>): boolean {
  return (asText(type) ?? 'message') !== 'message' || isRecord(payment)
}
