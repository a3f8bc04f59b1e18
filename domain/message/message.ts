import type { Aggregate } from '../decision.ts'
import type { Native } from '../native-json.ts'
import type {
  MessageEvent,
  MessageIds,
  MessageIntent,
  MessageSendRequested,
  MessageType,
  Party,
  SendError,
} from './events.ts'

/**
 * The phases of a send. `attempting`: an attempt is claimed and its outcome not recorded yet; `deferred`: waits,
 * nothing is claimed; `unresolved`: may or may not have gone out.
 */
export type SendPhase =
  | 'attempting'
  | 'deferred'
  | 'accepted'
  | 'refused'
  | 'unresolved'
  | 'given_up'

/** Whether the send still needs something: an outcome, or another attempt. */
export function isOpenPhase(phase: SendPhase): boolean {
  return phase === 'attempting' || phase === 'deferred' || phase === 'unresolved'
}

export type UnwrittenMessage = { readonly origin: 'unwritten' }

/** A message that a caller of the API requested. */
export type OutboundMessage = {
  readonly origin: 'api'
  readonly ids: MessageIds
  readonly phase: SendPhase
  readonly message_type: MessageType
  readonly text: string
  readonly content: Native | null
  readonly recipient: Party
  readonly reply_to_message_id: string | null
  /** Whether the business wrote the message replied to; false when that is unknown. */
  readonly reply_to_own: boolean
  readonly biz_opaque_callback_data: string | null
  /** sha256 of the normalised send, and the key it came with; null without an Idempotency-Key. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null
  readonly on_unknown: 'give_up' | 'retry'
  readonly requested_at: string
  /** The attempt claimed or deferred last, from 1; 0 before the first. */
  readonly attempt: number
  /** When that attempt was claimed. */
  readonly attempted_at: string
  /** While it waits: the earliest time of the next attempt. An unresolved send without one is never repeated. */
  readonly not_before: string | null
  /** While deferred: whether its process run goes on with it by itself. */
  readonly held: boolean
  /** How many attempts ended without a known outcome. */
  readonly unknowns: number
  /** The newest suspension from which an operator has released it: the log id up to which that went. */
  readonly released_to: number | null
  /** The provider's ids, one for each attempt that it accepted, the newest last. */
  readonly provider_message_ids: readonly string[]
  /** Why it was refused, deferred or given up. */
  readonly error: SendError | null
  /** The outcome of the first attempt: the answer to its caller, and to every repeat of the request. */
  readonly first_answer: FirstAnswer | null
}

/** Accepted with the provider's id, refused with its reason, or neither: still open. */
export type FirstAnswer = {
  readonly provider_message_id: string | null
  readonly refusal: SendError | null
}

export type ReportedMessage = {
  readonly origin: 'received' | 'sent_elsewhere' | 'edited' | 'revoked'
  readonly ids: MessageIds
  readonly provider_message_id: string
  /** Whether the provider has reported it without a content that can be shown. */
  readonly is_placeholder: boolean
  /** Always false for a message that is not inbound. */
  readonly marked_read: boolean
  /** The version of the translation that read it again last; 0 when none did. */
  readonly reading: number
}

export type Message = UnwrittenMessage | OutboundMessage | ReportedMessage

/** One message. Its stream begins with `MessageSendRequested`, or with one of the facts of a reported message. */
export const message: Aggregate<Message, MessageEvent> = {
  category: 'message',
  initialState: { origin: 'unwritten' },
  evolve(state, event) {
    switch (event.type) {
      case 'MessageSendRequested':
        return requestedSend(event.data)
      case 'MessageReceived':
        return reportedMessage('received', event.data)
      case 'MessageSentElsewhere':
        return reportedMessage('sent_elsewhere', event.data)
      case 'MessageEdited':
        return reportedMessage('edited', event.data)
      case 'MessageRevoked':
        return reportedMessage('revoked', event.data)
      case 'MessageRetranslated':
        return 'reading' in state
          ? { ...withReport(state, event.data.intent), reading: event.data.reading }
          : state
      case 'MessageContentReceived':
        return 'reading' in state ? withReport(state, event.data.intent) : state
      case 'MessageMarkedRead':
        return 'marked_read' in state ? { ...state, marked_read: true } : state
      default:
        return state.origin === 'api' ? withFirstAnswer(advanceSend(state, event), event) : state
    }
  },
}

type SendProgress = Extract<
  MessageEvent,
  {
    type:
      | 'MessageSendDeferred'
      | 'MessageSendAttempted'
      | 'MessageSent'
      | 'MessageSendRefused'
      | 'MessageSendUnresolved'
      | 'MessageSendGivenUp'
      | 'MessageSendReleased'
  }
>

function advanceSend(state: OutboundMessage, event: SendProgress): OutboundMessage {
  switch (event.type) {
    case 'MessageSendDeferred': {
      const { attempt, not_before, error, held_until } = event.data
      return {
        ...state,
        ...{ phase: 'deferred', attempt, not_before, error, held: held_until !== undefined },
      }
    }
    case 'MessageSendAttempted': {
      const { attempt, attempted_at } = event.data
      return {
        ...state,
        ...{ phase: 'attempting', attempt, attempted_at, not_before: null, held: false },
      }
    }
    case 'MessageSent': {
      const provider_message_ids = [...state.provider_message_ids, event.data.provider_message_id]
      return { ...state, phase: 'accepted', provider_message_ids, not_before: null, error: null }
    }
    case 'MessageSendRefused':
      return { ...state, phase: 'refused', error: event.data.error }
    case 'MessageSendUnresolved': {
      const { retry_at: not_before = null } = event.data
      return { ...state, phase: 'unresolved', not_before, unknowns: state.unknowns + 1 }
    }
    case 'MessageSendGivenUp':
      return { ...state, phase: 'given_up', error: event.data.error }
    case 'MessageSendReleased':
      return { ...state, released_to: event.data.suspended_to }
  }
}

/** Facts after which the caller still has no answer. */
const UNANSWERED: ReadonlySet<string> = new Set(['MessageSendAttempted', 'MessageSendReleased'])

// A deferral of a held send does not answer the caller yet either.
function withFirstAnswer(state: OutboundMessage, { type }: SendProgress): OutboundMessage {
  const open = UNANSWERED.has(type) || (type === 'MessageSendDeferred' && state.held)
  if (state.first_answer !== null || open) return state
  const refusal = state.phase === 'refused' ? state.error : null
  const [provider_message_id = null] = state.provider_message_ids
  return { ...state, first_answer: { provider_message_id, refusal } }
}

// Copied field by field, because an object rest is slow, and each send makes this copy.
function requestedSend(data: MessageSendRequested['data']): OutboundMessage {
  const { message_id, connection_id, conversation_id, contact_id, requested_at } = data
  const held = data.held_until !== undefined
  return {
    origin: 'api',
    ids: { message_id, connection_id, conversation_id, contact_id },
    phase: held ? 'deferred' : 'attempting',
    message_type: data.message_type,
    text: data.text,
    content: data.content,
    recipient: data.recipient,
    reply_to_message_id: data.reply_to_message_id,
    reply_to_own: data.reply_to_own ?? false,
    biz_opaque_callback_data: data.biz_opaque_callback_data,
    idempotency: data.idempotency,
    on_unknown: data.on_unknown ?? 'give_up',
    requested_at,
    attempt: held ? 0 : 1,
    attempted_at: requested_at,
    not_before: held ? requested_at : null,
    held,
    unknowns: 0,
    released_to: null,
    provider_message_ids: [],
    error: null,
    first_answer: null,
  }
}

function reportedMessage(
  origin: ReportedMessage['origin'],
  { message_id, connection_id, conversation_id, contact_id, intent }: ReportedData,
): ReportedMessage {
  return {
    origin,
    ids: { message_id, connection_id, conversation_id, contact_id },
    provider_message_id: intent.provider_message_id,
    is_placeholder: isPlaceholder(intent),
    marked_read: false,
    reading: 0,
  }
}

function withReport(state: ReportedMessage, intent: Reported): ReportedMessage {
  return { ...state, is_placeholder: isPlaceholder(intent) }
}

/** Whether a report shows no content, which a later report under the same id may bring. */
export function isPlaceholder({ message_type }: Pick<MessageIntent, 'message_type'>): boolean {
  return message_type === 'unsupported'
}

type Reported = Pick<MessageIntent, 'provider_message_id' | 'message_type'>
type ReportedData = MessageIds & { intent: Reported }
