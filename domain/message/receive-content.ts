import { type Decide, refuse } from '../decision.ts'
import type { MessageContentReceived } from './events.ts'
import { isPlaceholder, type Message, type ReportedMessage } from './message.ts'

export type ReceiveContent = {
  /** The kind of message that the report gives. */
  readonly origin: ReportedMessage['origin']
  readonly report: Omit<MessageContentReceived['data'], 'conversation_id' | 'contact_id'>
}

/**
 * Records the content of a message that the provider had reported without; nothing for a repeat, or for another
 * placeholder. The message keeps its person and conversation.
 */
export const receiveContent: Decide<
  ReceiveContent,
  Message,
  MessageContentReceived,
  'message_not_reported' | 'other_kind'
> = ({ origin, report }, state) => {
  if (state.origin === 'unwritten' || state.origin === 'api') return refuse('message_not_reported')
  if (state.origin !== origin) return refuse('other_kind')
  if (!state.is_placeholder || isPlaceholder(report.intent)) return []
  return [{ type: 'MessageContentReceived', data: { ...report, ...state.ids } }]
}
