import type { StructuredEvent } from '@recado/contract/whatsapp-event-names'
import { RANK as STATUS_RANK } from '@recado/domain/message/delivery-state'
import type { ProviderStatus } from '@recado/domain/provider-message/events'

export type MessageNotification = 'received' | 'sent' | 'delivered' | 'read' | 'failed'

export type MessageSoFar = {
  readonly direction: 'inbound' | 'outbound'
  readonly status: string
  readonly told: readonly MessageNotification[]
  /** Whether our 202 went out before the fact: an earlier refusal was itself the answer. */
  readonly accepted: boolean
  readonly reported: ProviderStatus | null
}

const { pending: _untold, ...TOLD_RANK } = STATUS_RANK
const RANK = { received: 0, ...TOLD_RANK } as const

/**
 * The notification that a fact of a message causes, or null. Each is sent at most once, so repeated statuses cause
 * none. Providers promise no order: a status that a higher one has overtaken is still reported (ADR 75).
 */
export function notificationFor(fact: string, message: MessageSoFar): MessageNotification | null {
  switch (fact) {
    case 'MessageReceived':
    case 'MessageEdited':
    case 'MessageRevoked':
      return unlessNotified('received', message)
    // Reported once more, because the first report had no content.
    case 'MessageContentReceived':
      return message.direction === 'inbound' ? 'received' : null
    case 'MessageSentElsewhere':
      return unlessNotified('sent', message)
    case 'MessageSendRefused':
      return message.accepted ? newestStatus(message) : null
    case 'MessageSent':
      return newestStatus(message) ?? overtakenSent(message)
    case 'MessageSendGivenUp':
      return newestStatus(message)
    case 'MessageStatusReported':
      return newestStatus(message) ?? overtakenStatus(message)
    default:
      return null
  }
}

export function eventNameOf(notification: MessageNotification): StructuredEvent {
  return `whatsapp.message.${notification}`
}

function unlessNotified(
  notification: MessageNotification,
  { told }: MessageSoFar,
): MessageNotification | null {
  return told.includes(notification) ? null : notification
}

function newestStatus({ direction, status, told }: MessageSoFar): MessageNotification | null {
  if (direction !== 'outbound' || !isNotified(status)) return null
  return told.every((earlier) => RANK[earlier] < RANK[status]) ? status : null
}

/** `sent` for a send that was reported as failed, because we gave it up, although the provider had accepted it. */
function overtakenSent(message: MessageSoFar): MessageNotification | null {
  return message.status === 'sent' ? overtakenStatus({ ...message, reported: 'sent' }) : null
}

/** A lower status that a higher one has overtaken. Of a failed message no lower status is reported, nor a late failure. */
function overtakenStatus({
  direction,
  status,
  reported,
  told,
}: MessageSoFar): MessageNotification | null {
  if (direction !== 'outbound' || status === 'failed') return null
  const late = reported === 'played' ? 'read' : reported
  if (late === null || late === 'failed' || told.includes(late)) return null
  return late
}

function isNotified(status: string): status is MessageNotification {
  return status in RANK
}
