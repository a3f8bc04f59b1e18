import {
  afterAcceptance,
  afterReport,
  afterVerdict,
  type DeliveryState,
} from '@recado/domain/message/delivery-state'
import type { MessageEvent } from '@recado/domain/message/events'
import type { ProviderMessageEvent } from '@recado/domain/provider-message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/** A fact of a message's own stream, or of its provider statuses. */
export type MessageFact = RecordedEvent<MessageEvent> | RecordedEvent<ProviderMessageEvent>

/** A provider status may precede the first fact of the message's own stream. */
export function isOwn(fact: MessageFact): fact is RecordedEvent<MessageEvent> {
  return 'message_id' in fact.data
}

export type TracedState = {
  readonly inbound: boolean
  /** What the provider reported, or else our own verdict. */
  readonly way: DeliveryState
  /** Whether the provider is known to have taken the message. */
  readonly taken: boolean
  readonly isRead: boolean
}

export const UNKNOWN: TracedState = {
  inbound: false,
  way: {
    status: 'pending',
    sent_at: null,
    delivered_at: null,
    read_at: null,
    failed_at: null,
    error: null,
  },
  taken: false,
  isRead: false,
}

export function stateAfter(state: TracedState, { type, data }: MessageFact): TracedState {
  switch (type) {
    case 'MessageReceived':
    case 'MessageEdited':
    case 'MessageRevoked':
      return { ...state, inbound: true }
    case 'MessageMarkedRead':
      return { ...state, isRead: true }
    case 'MessageSentElsewhere':
      return reported(state, 'sent', data.intent.provider_timestamp)
    case 'MessageSent':
      return accepted(state, data.sent_at)
    case 'MessageSendRefused':
      return judged(state, data.refused_at)
    case 'MessageSendGivenUp':
      return judged(state, data.given_up_at)
    case 'MessageStatusReported':
      return reported(state, data.intent.status, data.intent.provider_timestamp)
    default:
      return state
  }
}

/** The status that the message shows. A send that was taken stays `pending` until the provider reports it as sent. */
export function statusOf({ inbound, way, isRead }: TracedState): string {
  if (inbound) return isRead ? 'read' : 'received'
  return way.status
}

function accepted(state: TracedState, at: string | null): TracedState {
  return { ...state, taken: true, way: afterAcceptance(state.way, state.taken, at) }
}

function judged(state: TracedState, at: string): TracedState {
  return { ...state, way: afterVerdict(state.way, state.taken, { at, error: null }) }
}

function reported(
  state: TracedState,
  status: Parameters<typeof afterReport>[1]['status'],
  at: string,
): TracedState {
  const known = accepted(state, null)
  return { ...known, way: afterReport(known.way, { status, at, error: null }) }
}
