import { asRecords, asText, isRecord } from '@recado/domain/provider-event/loose-json'
import type { ProviderStatus } from '@recado/domain/provider-message/events'
import type { Intent } from '../intent.ts'
import { graphTime } from '../unix-time.ts'
import { waId } from './person.ts'

const STATUSES: readonly string[] = ['sent', 'delivered', 'read', 'played', 'failed']

/** One of `statuses[]`. In a group the participant is the recipient: each has a status of its own. */
export function reportedStatus(
  status: Readonly<Record<string, unknown>>,
  receivedAt: string,
): Intent {
  const provider_message_id = asText(status.id)
  const told = asText(status.status)
  if (provider_message_id === null) return { kind: 'unreadable', reason: 'status_without_id' }
  if (told === null || !STATUSES.includes(told))
    return { kind: 'unreadable', reason: 'unknown_status' }
  return {
    kind: 'status',
    status: {
      provider_message_id,
      status: told as ProviderStatus,
      provider_timestamp: graphTime(status.timestamp, receivedAt),
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
