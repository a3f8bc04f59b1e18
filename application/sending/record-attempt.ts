import { changeMarketingPreference } from '@recado/domain/contact/change-marketing-preference'
import { contact } from '@recado/domain/contact/contact'
import type { Decide } from '@recado/domain/decision'
import { deferSend } from '@recado/domain/message/defer-send'
import type { MessageEvent, MessageIds } from '@recado/domain/message/events'
import { leaveUnresolved } from '@recado/domain/message/leave-unresolved'
import { type Message, message, type OutboundMessage } from '@recado/domain/message/message'
import type { EndedAttempt } from '@recado/domain/message/open-attempt'
import { recordAccepted } from '@recado/domain/message/record-accepted'
import { recordRefused } from '@recado/domain/message/record-refused'
import { asNative } from '@recado/domain/native-json'
import { MARKETING_OPTED_OUT } from '@recado/translation/graph-api/error-classes'
import type { CommandContext } from '../commands/command-context.ts'
import { type ExecuteDeps, execute, type Outcome } from '../commands/execute.ts'
import { GATEWAY_POLICY } from '../contacts/resolution-policy.ts'
import { resolveContact } from '../contacts/resolve-contact.ts'
import { streamOf } from '../ids.ts'
import type { AttemptSetup, MadeAttempt } from './attempt.ts'
import type { BackgroundDeps } from './background-work.ts'
import type { CallOutcome } from './call-provider.ts'
import { noteAcceptedCredentials, noteRefusedCredentials } from './note-credentials.ts'

/** The send after its attempt, and the position of its outcome; null where the log already had the outcome. */
export type RecordedAttempt = { readonly send: OutboundMessage; readonly position: bigint | null }

/**
 * Records the outcome of an attempt, in the background if the log does not answer. If the process dies first, a status
 * of the provider may still show the outcome.
 * @returns null when the outcome is not written yet
 */
export async function recordAttempt(
  setup: AttemptSetup,
  made: MadeAttempt,
): Promise<RecordedAttempt | null> {
  const { deps, context } = setup
  const { attempt, claimed, outcome, slot } = made
  const { ids } = made.loaded.send
  noteFindings(setup, made)
  const record = () => recordOutcome(deps, { ids, attempt, claimed }, outcome, context)
  try {
    const recorded = await record()
    slot?.free()
    if (recorded.refused !== undefined) return null
    return { send: recorded.state as OutboundMessage, position: recorded.position }
  } catch (error) {
    void deps.sending.background.untilDone(record, context, error).then(slot?.free)
    return null
  } finally {
    deps.cache.forget(streamOf(message, ids.message_id))
  }
}

type Attempt = Pick<OutboundMessage, 'ids'> & EndedAttempt

/** Records the outcome of an attempt; calling it again records nothing more. @throws as execute */
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
      const not_before = timeAfter(now, jitter(outcome.retry_after_ms))
      const error = outcome.outcome === 'later' ? outcome.error : null
      return (state) => deferSend({ attempt, claimed, not_before, error, at }, state)
    }
  }
}

function timeAfter(now: Date, ms: number): string {
  return new Date(now.getTime() + ms).toISOString()
}

// A random fifth more, so that sends deferred together do not return together.
function jitter(ms: number): number {
  return ms * (1 + Math.random() / 5)
}

/** Records what else an outcome shows: the person's phone and opt-out, and whether the credentials work. */
function noteFindings(
  { deps, connection, person, context }: AttemptSetup,
  { loaded: { send }, outcome }: MadeAttempt,
): void {
  learnPhone(deps, send, person.lid, outcome, context)
  noteOptOut(deps, send.ids, outcome, context)
  if (outcome.outcome === 'accepted') noteAcceptedCredentials(deps, connection, context)
  if (outcome.outcome === 'refused' && outcome.error.class === 'auth')
    noteRefusedCredentials(deps, connection, outcome.error, context)
}

/**
 * Records the phone that a gateway tells of a person known only by a hidden id, in the background. If another
 * contact has it, the two are merged.
 */
function learnPhone(
  deps: BackgroundDeps,
  { ids: { connection_id }, recipient: { phone } }: OutboundMessage,
  lid: string | null,
  outcome: CallOutcome,
  context: CommandContext,
): void {
  const { account_id } = context
  if (outcome.outcome !== 'accepted' || phone !== null || lid === null) return
  const { wa_id } = outcome
  if (wa_id === null || account_id === null) return
  const identities = [
    { kind: 'phone', value: wa_id },
    { kind: 'lid', value: lid },
  ] as const
  const person = { account_id, connection_id, identities }
  void deps.sending.background.untilDone(
    () => resolveContact(deps, person, context, GATEWAY_POLICY),
    context,
  )
}

/** Records that the person takes no marketing messages, by a refusal, in the background. */
function noteOptOut(
  deps: BackgroundDeps,
  { connection_id, contact_id }: MessageIds,
  outcome: CallOutcome,
  context: CommandContext,
): void {
  if (outcome.outcome !== 'refused' || outcome.error.code !== MARKETING_OPTED_OUT) return
  const command = { connection_id, opted_out: true, changed_at: context.now().toISOString() }
  const decide = changeMarketingPreference
  const execution = { aggregate: contact, id: contact_id, decide, command, context }
  void deps.sending.background.untilDone(() => execute(deps, execution), context)
}
