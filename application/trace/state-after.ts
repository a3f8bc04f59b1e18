import type { Message } from '@recado/contract/message'
import {
  afterAcceptance,
  afterReport,
  afterVerdict,
  type DeliveryReport,
  type DeliveryState,
} from '@recado/domain/message/delivery-state'
import type { MessageEvent, SendError } from '@recado/domain/message/events'
import type { ProviderMessageEvent, StatusIntent } from '@recado/domain/provider-message/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { statusError } from '../read-models/status-error.ts'

/** A fact of a message's own stream, or of its provider statuses. */
export type MessageFact = RecordedEvent<MessageEvent> | RecordedEvent<ProviderMessageEvent>

/** Whether a fact is of the message's own stream. A provider's status may precede the first of them. */
export function isOwn(fact: MessageFact): fact is RecordedEvent<MessageEvent> {
  return 'message_id' in fact.data
}

/** The state of a message as its trace shows it. */
export type TracedState = {
  readonly isInbound: boolean
  /** Whether we sent it. Then an echo only proves that the provider accepted it. */
  readonly isSend: boolean
  /** What the provider reported, or else our own verdict. */
  readonly way: DeliveryState
  /** Whether the provider is known to have accepted the message. */
  readonly isTaken: boolean
  readonly isRead: boolean
  /** Every fact that says that it failed; `way` has the failure that counts. */
  readonly failures: readonly Failure[]
}

/** A fact that says that a send failed, and when. */
export type Failure = {
  readonly id: string
  readonly type: 'MessageSendRefused' | 'MessageSendGivenUp' | 'MessageStatusReported'
  readonly at: string
  /** Null for a provider that gives no reason. */
  readonly error: SendError | null
}

export const UNKNOWN: TracedState = {
  isInbound: false,
  isSend: false,
  way: {
    status: 'pending',
    sent_at: null,
    delivered_at: null,
    read_at: null,
    failed_at: null,
    error: null,
  },
  isTaken: false,
  isRead: false,
  failures: [],
}

/** The state after one more fact. */
export function stateAfter(state: TracedState, { id, type, data }: MessageFact): TracedState {
  switch (type) {
    case 'MessageReceived':
    case 'MessageEdited':
    case 'MessageRevoked':
      return { ...state, isInbound: true }
    case 'MessageMarkedRead':
      return { ...state, isRead: true }
    case 'MessageSendRequested':
      return { ...state, isSend: true }
    case 'MessageSentElsewhere':
      return state.isSend
        ? withAcceptance(state, data.intent.provider_timestamp)
        : withReport(state, { status: 'sent', at: data.intent.provider_timestamp, error: null })
    case 'MessageSent':
      return withAcceptance(state, data.sent_at)
    case 'MessageSendRefused':
      return addVerdict(state, { id, type, at: data.refused_at, error: data.error })
    case 'MessageSendGivenUp':
      return addVerdict(state, { id, type, at: data.given_up_at, error: data.error })
    case 'MessageStatusReported':
      return withStatus(state, id, data.intent)
    default:
      return state
  }
}

/** The status that the message shows. An accepted send stays `pending` until the provider reports it as sent. */
export function statusOf({ isInbound, way, isRead }: TracedState): Message['status'] {
  if (isInbound) return isRead ? 'read' : 'received'
  return way.status
}

function withAcceptance(state: TracedState, at: string | null): TracedState {
  return { ...state, isTaken: true, way: afterAcceptance(state.way, state.isTaken, at) }
}

function addVerdict(state: TracedState, verdict: Failure): TracedState {
  const failures = [...state.failures, verdict]
  return { ...state, failures, way: afterVerdict(state.way, state.isTaken, verdict) }
}

function withStatus(state: TracedState, id: string, intent: StatusIntent): TracedState {
  const { status, provider_timestamp: at } = intent
  if (status !== 'failed') return withReport(state, { status, at, error: null })
  const failure = {
    id,
    type: 'MessageStatusReported',
    at,
    error: statusError(intent.errors),
  } as const
  return withReport({ ...state, failures: [...state.failures, failure] }, { status, ...failure })
}

function withReport(state: TracedState, report: DeliveryReport): TracedState {
  const known = withAcceptance(state, null)
  return { ...known, way: afterReport(known.way, report) }
}
