import { isRefusal } from '@recado/domain/decision'
import { deferSend } from '@recado/domain/message/defer-send'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { requestSend } from '@recado/domain/message/request-send'
import { sleep } from '@recado/infra/concurrency/sleep'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'
import type { SendOutcome } from '@recado/infra/providers/send-call'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { streamOf } from '../ids.ts'
import { appendToSend, type LoadedSend } from './append-to-send.ts'
import {
  type AttemptSetup,
  dropCall,
  type MadeAttempt,
  makeAttempt,
  type PreparedCall,
  prepareAttempt,
  waitAside,
} from './attempt.ts'
import type { ClaimDeps } from './claim-attempt.ts'
import type { ClaimSlot } from './claim-slots.ts'
import type { Intent } from './send-request.ts'
import type { Sending } from './sending.ts'
import { withdrawClaim, withdrawSend } from './withdraw-send.ts'

/** A send that waits longer than this for its turn is recorded as waiting, ms; a shorter wait costs no fact. */
const MAX_UNRECORDED_WAIT_MS = 1_000

const HOLD_MARGIN_MS = 5_000

/** A recorded intent, and the log position of its fact. */
export type AppendedIntent = LoadedSend & { readonly position: bigint }

/** A recorded send and its last attempt; `made` is null when another process has the send. */
export type NewSend = { readonly requested: AppendedIntent; readonly made: MadeAttempt | null }

/**
 * Records the intent and makes the call. If the call can be made soon, one append records the intent and claims the first
 * attempt. If not, for example because this process holds too many claims, the send is recorded as waiting, and claimed
 * when its turn comes.
 * @returns null when the message is already recorded
 */
export async function sendNew(setup: AttemptSetup, given: Intent): Promise<NewSend | null> {
  const { deps, context } = setup
  const intent = { ...given, run: deps.sending.run }
  const preparing = prepareAttempt(setup, claimedSend(intent), deps.sending.retryPolicy.turnMs)
  const soonest = performance.now() + MAX_UNRECORDED_WAIT_MS
  const soon = await waitAside(setup, () => answerWithin(MAX_UNRECORDED_WAIT_MS, preparing))
  const slot = soon !== undefined && 'send' in soon ? soon.slot : null
  const isReady = (await slot?.take(soonest - performance.now())) === true
  const held_until = new Date(context.now().getTime() + holdMs(deps.sending)).toISOString()
  let requested: AppendedIntent | null = null
  try {
    requested = await (isReady
      ? appendIntent(deps, intent, context, slot)
      : appendIntent(deps, { ...intent, held_until }, context, null))
  } finally {
    if (requested === null) dropCall(preparing)
  }
  return requested && { requested, made: await attemptRepeatedly(setup, requested, preparing) }
}

/** The state of a send whose intent claims the first attempt. */
function claimedSend(intent: Intent): OutboundMessage {
  const fact = { type: 'MessageSendRequested', data: intent } as const
  return message.evolve(message.initialState, fact) as OutboundMessage
}

/**
 * Records the intent of a send: with the claim of attempt 1, or as waiting when it has `held_until`.
 * @param slot the place of the claim, if the intent claims; it is freed when there is no claim
 * @returns null when the message is already recorded
 */
export async function appendIntent(
  deps: ClaimDeps,
  intent: Intent,
  context: CommandContext,
  slot: ClaimSlot | null,
): Promise<AppendedIntent | null> {
  const facts = requestSend(intent, message.initialState)
  if (isRefusal(facts)) return null
  const stream = streamOf(message, intent.message_id)
  const events = newEvents(facts, context)
  try {
    const { revision, position } = await deps.store.append(stream, 'no_stream', events)
    const state = facts.reduce(message.evolve, message.initialState)
    deps.cache.put(stream, { state, revision })
    return { send: state as OutboundMessage, revision, position }
  } catch (error) {
    const [requested] = events
    if (requested !== undefined && error instanceof StoreUnavailable && error.outcomeUnknown) {
      // The caller gets 503 and repeats. Without a key the repeat is another message, so this one must not be sent too.
      const withdraw = intent.idempotency === null ? withdrawSend : withdrawClaim
      void withdraw(deps, { message_id: intent.message_id, fact_id: requested.id }, context).then(
        slot?.free,
      )
    } else slot?.free()
    if (error instanceof RevisionConflict) return null
    throw error
  }
}

/** How long this process holds a waiting send, ms; after that recovery may take it over. */
function holdMs({ retryPolicy }: Pick<Sending, 'retryPolicy'>): number {
  return retryPolicy.turnMs + HOLD_MARGIN_MS
}

/**
 * Makes an attempt, and retries when nothing was sent and the provider allows a retry soon.
 * @returns the last attempt; null when another process has the send
 */
async function attemptRepeatedly(
  setup: AttemptSetup,
  requested: LoadedSend,
  first: Promise<PreparedCall>,
): Promise<MadeAttempt | null> {
  const { retryPolicy, stopping } = setup.deps.sending
  const deadline = performance.now() + retryPolicy.retryMs
  let loaded = requested
  let preparing = first
  for (let tries = 1; ; tries++) {
    const made = await attemptWhileHeld(setup, loaded, preparing)
    if (made?.outcome.outcome !== 'later' || tries >= retryPolicy.quickTries) return made
    const { retry_after_ms } = made.outcome
    if (performance.now() + retry_after_ms > deadline) return made
    const held = await deferHeld(setup, made, made.outcome)
    if (held === null) return made
    await waitAside(setup, () => sleep(retry_after_ms, stopping))
    if (stopping.aborted) return { ...made, loaded: held, claimed: false }
    loaded = held
    preparing = prepareAttempt(setup, held.send, retryPolicy.turnMs)
  }
}

/** Records that this process holds the send until its next attempt; null when that fails. */
async function deferHeld(
  { deps, context }: AttemptSetup,
  { loaded, attempt, claimed }: MadeAttempt,
  { error, retry_after_ms }: Extract<SendOutcome, { outcome: 'later' }>,
): Promise<LoadedSend | null> {
  const now = context.now().getTime()
  const inMs = (ms: number) => new Date(now + ms).toISOString()
  const command = {
    attempt,
    claimed,
    error,
    at: inMs(0),
    not_before: inMs(retry_after_ms),
    held_until: inMs(retry_after_ms + holdMs(deps.sending)),
  }
  const facts = deferSend(command, loaded.send)
  if ('refused' in facts || facts.length === 0) return null
  return appendToSend(deps, loaded, newEvents(facts, context)).catch(() => null)
}

/**
 * Makes an attempt once its call is prepared. Leaves the send to recovery when the preparation outlasts the hold, when
 * there is no room for a claim until then, when the process stops, or when the log is unavailable and the attempt cannot be claimed.
 * @returns null when another process has the send
 */
async function attemptWhileHeld(
  setup: AttemptSetup,
  loaded: LoadedSend,
  preparing: Promise<PreparedCall>,
): Promise<MadeAttempt | null> {
  const { sending } = setup.deps
  const until = performance.now() + holdMs(sending)
  const isClaimed = loaded.send.phase === 'attempting'
  const prepared = await waitAside(setup, () =>
    isClaimed ? preparing : answerWithin(holdMs(sending), preparing, sending.stopping),
  )
  if (prepared === undefined) {
    dropCall(preparing)
    return leaveToRecovery(loaded)
  }
  try {
    return await makeAttempt(setup, loaded, prepared, until - performance.now())
  } catch (error) {
    if (error instanceof StoreUnavailable) return leaveToRecovery(loaded)
    throw error
  }
}

function leaveToRecovery(loaded: LoadedSend): MadeAttempt {
  const outcome = { outcome: 'no_turn', retry_after_ms: 0 } as const
  return { loaded, attempt: loaded.send.attempt, claimed: false, outcome, slot: null }
}
