import { type Decide, refuse } from '../decision.ts'
import type { MessageSendGivenUp, SendError } from './events.ts'
import { isOpenPhase, type Message, type OutboundMessage } from './message.ts'

/** `error` is the reason of an operator, who may also give up an attempt without an outcome. */
export type GiveUpSend = { at: string; error?: SendError }

/** The error of a send whose outcome never became known. */
export const outcomeUnknown: SendError = {
  code: 'outcome_unknown',
  class: 'unknown',
  title: 'Nobody knows whether the message was sent',
  details: null,
}

/** Gives up a send that waits for an outcome or for another attempt. A later status still wins. */
export const giveUpSend: Decide<GiveUpSend, Message, MessageSendGivenUp, 'send_not_found'> = (
  { at, error: given },
  state,
) => {
  if (state.origin !== 'api') return refuse('send_not_found')
  const error = given === undefined ? reason(state) : isOpenPhase(state.phase) ? given : null
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
