import { type Decide, refuse } from '../decision.ts'
import type { MessageSendGivenUp, SendError } from './events.ts'
import type { Message, OutboundMessage } from './message.ts'

export type GiveUpSend = { at: string }

/** The error of a send whose outcome never became known. */
export const outcomeUnknown: SendError = {
  code: 'outcome_unknown',
  class: 'unknown',
  title: 'Nobody knows whether the message was sent',
  details: null,
}

/** Gives up a send that waits for an outcome or for another attempt. A later status still wins. */
export const giveUpSend: Decide<GiveUpSend, Message, MessageSendGivenUp, 'send_not_found'> = (
  { at },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  const error = reason(state)
  if (error === null) return []
  return [{ type: 'MessageSendGivenUp', data: { ...state.ids, error, given_up_at: at } }]
}

const noTurn: SendError = {
  code: 'no_turn',
  class: 'throttle',
  title: 'The connection had no free turn in time',
  details: null,
}

function reason(state: OutboundMessage): SendError | null {
  if (state.phase === 'unresolved') return outcomeUnknown
  return state.phase === 'deferred' ? (state.error ?? noTurn) : null
}
