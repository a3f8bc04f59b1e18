import type { Decide } from '../decision.ts'
import type {
  MessageEdited,
  MessageReceived,
  MessageRevoked,
  MessageSentElsewhere,
} from './events.ts'
import type { Message } from './message.ts'

/** A fact of a message that the provider told us of. */
export type ReportedMessageFact =
  | MessageReceived
  | MessageSentElsewhere
  | MessageEdited
  | MessageRevoked

/** Records what the provider told, once: another body with the same provider message id says nothing. */
export const receiveMessage: Decide<ReportedMessageFact, Message, ReportedMessageFact> = (
  fact,
  state,
) => (state.origin === 'unwritten' ? [fact] : [])
