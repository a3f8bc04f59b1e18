import { type Decide, refuse } from '../decision.ts'
import type { MessageRetranslated } from './events.ts'
import type { Message, ReportedMessage } from './message.ts'

export type RetranslateMessage = {
  /** The kind of message that the newer translation gives. */
  readonly origin: ReportedMessage['origin']
  readonly fact: MessageRetranslated['data']
}

/** Records how a newer translation reads a message, once a version; refused when it is another kind of message. */
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
