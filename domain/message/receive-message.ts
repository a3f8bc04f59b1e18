import type { Decide } from '../decision.ts'
import type {
  MessageEdited,
  MessageReceived,
  MessageRevoked,
  MessageSentElsewhere,
} from './events.ts'
import type { Message } from './message.ts'

/** The first fact of a message that the provider reported. */
export type ReportedMessageFact =
  | MessageReceived
  | MessageSentElsewhere
  | MessageEdited
  | MessageRevoked

/** Records a reported message, once: a second report with the same provider message id adds nothing. */
export const receiveMessage: Decide<ReportedMessageFact, Message, ReportedMessageFact> = (
  fact,
  state,
) => (state.origin === 'unwritten' ? [fact] : [])
