import type { Decide } from '@recado/domain/decision'
import { deferSend } from '@recado/domain/message/defer-send'
import type { MessageEvent } from '@recado/domain/message/events'
import { leaveUnresolved } from '@recado/domain/message/leave-unresolved'
import { type Message, message, type OutboundMessage } from '@recado/domain/message/message'
import type { EndedAttempt } from '@recado/domain/message/open-attempt'
import { recordAccepted } from '@recado/domain/message/record-accepted'
import { recordRefused } from '@recado/domain/message/record-refused'
import { asNative } from '@recado/domain/native-json'
import type { CommandContext } from '../commands/command-context.ts'
import { type ExecuteDeps, execute, type Outcome } from '../commands/execute.ts'
import type { CallOutcome } from './call-provider.ts'

type Attempt = Pick<OutboundMessage, 'ids'> & EndedAttempt

/** Records the outcome of an attempt, once however often it is called. @throws as execute */
export function recordOutcome(
  deps: ExecuteDeps,
  attempt: Attempt,
  outcome: CallOutcome,
  context: CommandContext,
): Promise<Outcome<Message, MessageEvent, 'send_not_found'>> {
  const at = context.now()
  const decide = decisionOn(attempt, outcome, at)
  return execute(deps, {
    aggregate: message,
    id: attempt.ids.message_id,
    decide: (_: null, state: Message) => decide(state),
    command: null,
    context,
  })
}

type OnState = (
  state: Message,
) => ReturnType<Decide<never, Message, MessageEvent, 'send_not_found'>>

function decisionOn({ attempt, claimed }: Attempt, outcome: CallOutcome, now: Date): OnState {
  const at = now.toISOString()
  switch (outcome.outcome) {
    case 'accepted': {
      const { outcome: _, ...accepted } = outcome
      const request = asNative(outcome.request)
      return (state) => recordAccepted({ attempt, ...accepted, request, at }, state)
    }
    case 'refused': {
      const { outcome: _, ...refused } = outcome
      const request = asNative(outcome.request)
      return (state) => recordRefused({ attempt, claimed, ...refused, request, at }, state)
    }
    case 'unknown': {
      const request = asNative(outcome.request)
      return (state) => leaveUnresolved({ attempt, request, at }, state)
    }
    case 'later':
    case 'no_turn': {
      const not_before = after(now, jittered(outcome.retry_after_ms))
      const error = outcome.outcome === 'later' ? outcome.error : null
      return (state) => deferSend({ attempt, claimed, not_before, error, at }, state)
    }
  }
}

function after(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}

// A random fifth more, so that sends deferred together do not return together.
function jittered(ms: number): number {
  return ms * (1 + Math.random() / 5)
}
