import type { StructuredEvent } from '@recado/contract/whatsapp-event-names'
import { RANK as STATUS_RANK } from '@recado/domain/message/delivery-state'

/** The short names of the events that a message can give, each at most once. */
export type MessageNotification = 'received' | 'sent' | 'delivered' | 'read' | 'failed'

/** What is known of a message besides the fact at hand. */
export type MessageSoFar = {
  readonly direction: 'inbound' | 'outbound'
  /** After the fact. */
  readonly status: string
  /** What was told of this message before. */
  readonly told: readonly MessageNotification[]
  /** Whether our 202 had gone out before the fact: earlier refusals were the answer itself. */
  readonly accepted: boolean
}

const { pending: _untold, ...TOLD_RANK } = STATUS_RANK
const RANK = { received: 0, ...TOLD_RANK } as const

/**
 * What customers are told because of a fact of a message, or null. Only a change of state is told, in rising
 * order, each at most once: repeated and overtaken statuses say nothing new.
 */
export function notificationFor(fact: string, message: MessageSoFar): MessageNotification | null {
  switch (fact) {
    case 'MessageReceived':
    case 'MessageEdited':
    case 'MessageRevoked':
      return once('received', message)
    case 'MessageSentElsewhere':
      return once('sent', message)
    case 'MessageSendRefused':
      return message.accepted ? risen(message) : null
    case 'MessageSent':
    case 'MessageSendGivenUp':
    case 'MessageStatusReported':
      return risen(message)
    default:
      return null
  }
}

/** The event name that carries this notification. */
export function eventNameOf(notification: MessageNotification): StructuredEvent {
  return `whatsapp.message.${notification}`
}

function once(
  notification: MessageNotification,
  { told }: MessageSoFar,
): MessageNotification | null {
  return told.includes(notification) ? null : notification
}

function risen({ direction, status, told }: MessageSoFar): MessageNotification | null {
  if (direction !== 'outbound' || !isNotified(status)) return null
  return told.every((earlier) => RANK[earlier] < RANK[status]) ? status : null
}

function isNotified(status: string): status is MessageNotification {
  return status in RANK
}
