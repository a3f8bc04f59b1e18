import { message, type OutboundMessage } from '@recado/domain/message/message'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { type AppendedIntent, appendIntent } from './append-intent.ts'
import {
  type AttemptSetup,
  dropCall,
  type MadeAttempt,
  prepareAttempt,
  waitAside,
} from './attempt.ts'
import { holdMs } from './attempt-held.ts'
import { attemptOften } from './attempt-often.ts'
import type { Intent } from './send-request.ts'

/** A send that waits longer than this for its turn is recorded as waiting, ms; a shorter wait costs no fact. */
const SOON_MS = 1_000

/** A recorded send and its last attempt; `made` is null when another process has the send. */
export type NewSend = { readonly requested: AppendedIntent; readonly made: MadeAttempt | null }

/**
 * Records the intent and makes the call. When the call can be made soon, one append records the intent and claims the
 * first attempt; else, as when this process holds too many claims, the send is recorded as waiting, and claimed once its
 * turn comes.
 * @returns null when the message is already recorded
 */
export async function sendNew(setup: AttemptSetup, asked: Intent): Promise<NewSend | null> {
  const { deps, context } = setup
  const intent = { ...asked, run: deps.sending.run }
  const preparing = prepareAttempt(setup, claimed(intent), deps.sending.retryPolicy.turnMs)
  const soonest = performance.now() + SOON_MS
  const soon = await waitAside(setup, () => answerWithin(SOON_MS, preparing))
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
  return requested && { requested, made: await attemptOften(setup, requested, preparing) }
}

/** The state of a send whose intent claims the first attempt. */
function claimed(intent: Intent): OutboundMessage {
  const fact = { type: 'MessageSendRequested', data: intent } as const
  return message.evolve(message.initialState, fact) as OutboundMessage
}
