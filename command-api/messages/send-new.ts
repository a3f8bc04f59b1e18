import {
  type AttemptSetup,
  dropCall,
  type MadeAttempt,
  prepareAttempt,
} from '@recado/application/sending/attempt'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { answerWithin } from '@recado/infra/concurrency/with-timeout'
import { type AppendedIntent, appendIntent } from './append-intent.ts'
import { holdMs } from './attempt-held.ts'
import { attemptOften } from './attempt-often.ts'
import type { Intent } from './intend-send.ts'

/** A send that waits longer than this for its call is recorded as waiting; a shorter wait costs no fact. */
const SOON_MS = 1_000

/** A new send as far as this process took it; `made` is null when somebody else has the send by now. */
export type NewSend = { readonly requested: AppendedIntent; readonly made: MadeAttempt | null }

/**
 * Records the intent and makes the call. Where the call can be made soon, one append holds the intent and the claim of
 * its first attempt; else the send is recorded as waiting, and claimed once nothing is left to wait for.
 * @returns null when the message was recorded before
 */
export async function sendNew(setup: AttemptSetup, asked: Intent): Promise<NewSend | null> {
  const { deps, context } = setup
  const intent = { ...asked, run: deps.sending.run }
  const preparing = prepareAttempt(setup, claimed(intent), deps.sending.retryPolicy.turnMs)
  const soon = await answerWithin(SOON_MS, preparing)
  const isReady = soon !== undefined && 'send' in soon
  const held_until = new Date(context.now().getTime() + holdMs(deps.sending)).toISOString()
  let requested: AppendedIntent | null = null
  try {
    requested = await appendIntent(deps, isReady ? intent : { ...intent, held_until }, context)
  } finally {
    if (requested === null) dropCall(preparing)
  }
  return requested && { requested, made: await attemptOften(setup, requested, preparing) }
}

/** The send as its intent leaves it with the first attempt claimed. */
function claimed(intent: Intent): OutboundMessage {
  const fact = { type: 'MessageSendRequested', data: intent } as const
  return message.evolve(message.initialState, fact) as OutboundMessage
}
