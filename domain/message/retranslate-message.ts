import { type Decide, refuse } from '../decision.ts'
import type { MessageRetranslated } from './events.ts'
import type { Message, ReportedMessage } from './message.ts'

export type RetranslateMessage = {
  /** What kind of message the newer translation says that it is. */
  readonly origin: ReportedMessage['origin']
  readonly fact: MessageRetranslated['data']
}

/** Notes what a newer translation says of a message, once for each version; it stays of its kind and its person. */
export const retranslateMessage: Decide<
  RetranslateMessage,
  Message,
  MessageRetranslated,
  'message_not_reported' | 'other_kind'
> = ({ origin, fact }, state) => {
  if (state.origin === 'unwritten' || state.origin === 'api') return refuse('message_not_reported')
  if (state.origin !== origin) return refuse('other_kind')
  return fact.reading <= state.reading ? [] : [{ type: 'MessageRetranslated', data: fact }]
}
