import { isRefusal } from '@recado/domain/decision'
import { deferSend } from '@recado/domain/message/defer-send'
import type { SendError } from '@recado/domain/message/events'
import { giveUpSend } from '@recado/domain/message/give-up-send'
import { message } from '@recado/domain/message/message'
import type { CommandContext } from '../commands/command-context.ts'
import { appendIfLanded, type FoundSend } from './append-if-landed.ts'
import type { BackgroundDeps } from './background-work.ts'

/** The error of a send whose caller was answered 503. */
const TOLD_TO_REPEAT: SendError = {
  code: 'unavailable',
  class: 'unknown',
  title:
    'Nothing was sent: the event log did not answer, and the caller was asked to repeat the request',
  details: null,
}

/**
 * Gives up a send without an Idempotency-Key when its intent got no answer: its caller was told to try again, which
 * makes another message (ADR 26). A send that another process has taken over is left to it.
 * @returns resolves when it is given up, or its intent did not reach the log
 */
export function withdrawSend(
  deps: Pick<BackgroundDeps, 'store' | 'sending'>,
  messageId: string,
  intentId: string,
  context: CommandContext,
): Promise<void> {
  return appendIfLanded(deps, { messageId, factId: intentId }, givenUp, context)
}

function givenUp({ state, attempt }: FoundSend, at: string) {
  const claimed = state.origin === 'api' && state.phase !== 'deferred'
  const ended = { attempt, claimed, not_before: at, error: TOLD_TO_REPEAT, at }
  const deferred = deferSend(ended, state)
  if (isRefusal(deferred) || deferred.length === 0) return []
  const facts = giveUpSend({ at }, deferred.reduce(message.evolve, state))
  return isRefusal(facts) ? [] : [...deferred, ...facts]
}
