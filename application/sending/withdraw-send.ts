import { isRefusal } from '@recado/domain/decision'
import { deferSend } from '@recado/domain/message/defer-send'
import type { MessageEvent, SendError } from '@recado/domain/message/events'
import { giveUpSend } from '@recado/domain/message/give-up-send'
import { type Message, message } from '@recado/domain/message/message'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { type Ids, streamOf } from '../ids.ts'
import { type BackgroundDeps, RetryLater } from './background-work.ts'

/** How long an append without an answer may still reach the log once the store answers again, ms. */
const MAX_LATE_MS = 10_000

/** The error of a send whose caller was answered 503. */
const NO_ANSWER_ERROR: SendError = {
  code: 'unavailable',
  class: 'unknown',
  title:
    'Nothing was sent: the event log did not answer, and the caller was asked to repeat the request',
  details: null,
}

/** A fact of a send whose append got no answer. */
type UncertainFact = Ids<'message_id' | 'fact_id'>

type FoundSend = {
  readonly state: Message
  /** The attempt right after the sought fact. */
  readonly attempt: number
}

/**
 * Gives up a send without an Idempotency-Key when the append of its intent got no answer: its caller was answered 503,
 * and a repeat makes another message (ADR 26). A send that another process has taken over is left to that process.
 * @returns resolves when the send is given up, or when its intent did not reach the log
 */
export function withdrawSend(
  deps: Pick<BackgroundDeps, 'store' | 'sending'>,
  uncertain: UncertainFact,
  context: CommandContext,
): Promise<void> {
  return appendIfLanded(deps, uncertain, giveUpFacts, context)
}

function giveUpFacts({ state, attempt }: FoundSend, at: string) {
  const claimed = state.origin === 'api' && state.phase !== 'deferred'
  const ended = { attempt, claimed, not_before: at, error: NO_ANSWER_ERROR, at }
  const deferred = deferSend(ended, state)
  if (isRefusal(deferred) || deferred.length === 0) return []
  const facts = giveUpSend({ at }, deferred.reduce(message.evolve, state))
  return isRefusal(facts) ? [] : [...deferred, ...facts]
}

/**
 * Withdraws a claim whose append got no answer but reached the log. Only this process knows that nothing was called:
 * otherwise the attempt would end as an unknown outcome, and the send would never go out.
 * @returns resolves when the claim is withdrawn, or when it did not reach the log
 */
export function withdrawClaim(
  deps: Pick<BackgroundDeps, 'store' | 'sending'>,
  uncertain: UncertainFact,
  context: CommandContext,
): Promise<void> {
  return appendIfLanded(deps, uncertain, withdrawalFacts, context)
}

function withdrawalFacts({ state, attempt }: FoundSend, at: string) {
  const facts = deferSend({ attempt, claimed: true, not_before: at, error: null, at }, state)
  return isRefusal(facts) ? [] : facts
}

/**
 * Appends facts to a send, in the background, if an append that got no answer turns out to be in the log.
 * @param fact_id event id of the uncertain append
 * @param decide the facts to append, from the send's present state
 * @returns resolves when they are appended, or nothing needs them
 */
function appendIfLanded(
  deps: Pick<BackgroundDeps, 'store' | 'sending'>,
  { message_id, fact_id }: UncertainFact,
  decide: (found: FoundSend, at: string) => readonly MessageEvent[],
  context: CommandContext,
): Promise<void> {
  const stream = streamOf(message, message_id)
  let missingSince: number | null = null
  return deps.sending.background.untilDone(async () => {
    const { attempt, state, revision } = await findAttempt(deps.store, stream, fact_id)
    if (attempt === null) {
      missingSince ??= performance.now()
      if (performance.now() - missingSince < MAX_LATE_MS)
        throw new RetryLater(`nothing in ${stream} yet`)
      return
    }
    const facts = decide({ state, attempt }, context.now().toISOString())
    if (facts.length > 0) await deps.store.append(stream, revision, newEvents(facts, context))
  }, context)
}

/** The send, and its attempt right after the fact; the attempt is null while the log lacks the fact. */
async function findAttempt(store: EventStore, stream: string, fact_id: string) {
  let state: Message = message.initialState
  let revision = -1n
  let attempt: number | null = null
  for await (const event of store.readStream(stream)) {
    state = message.evolve(state, event as RecordedEvent<MessageEvent>)
    revision = event.revision
    if (event.id === fact_id && state.origin === 'api') attempt = state.attempt
  }
  return { state, revision, attempt }
}
