import { asText } from '@recado/domain/provider-event/loose-json'
import type { ProviderStatus } from '@recado/domain/provider-message/events'
import type { Intent } from '../intent.ts'
import { idIn, messageIdentity } from './jid.ts'
import { isFromMe, type WahaContext } from './message.ts'
import { setAsideReason } from './native.ts'
import { wahaPerson } from './person.ts'

/** WhatsApp's acks. 0 (pending) is absent: it adds nothing to the send itself. */
const STATUSES = new Map<number, ProviderStatus>([
  [-1, 'failed'],
  [1, 'sent'],
  [2, 'delivered'],
  [3, 'read'],
  [4, 'played'],
])

/** Reads `message.ack`: the delivery status of a message of the business. */
export function wahaStatus(
  payload: Readonly<Record<string, unknown>>,
  { me, told_at }: WahaContext,
): readonly Intent[] {
  const id = idIn(payload)
  if (id === null) return [{ kind: 'unreadable', reason: 'ack_without_id' }]
  const status = STATUSES.get(Number(asText(payload.ack) ?? Number.NaN))
  if (status === undefined || !isFromMe(payload)) return []
  const reason = setAsideReason(payload)
  if (reason !== null) return [{ kind: 'set_aside', reason }]
  const person = wahaPerson({ ...payload, id }, true, me)
  if (person === null) return []
  const error = { code: 'ack_error', title: 'WhatsApp could not send the message' }
  return [
    {
      kind: 'status',
      status: {
        provider_message_id: messageIdentity(id),
        status,
        provider_timestamp: told_at,
        recipient: { phone: person.phone, business_scoped_user_id: null },
        biz_opaque_callback_data: null,
        errors: status === 'failed' ? [error] : [],
        pricing: null,
      },
    },
  ]
}
