import { type CommandContext, newEvents } from '@recado/application/commands/command-context'
import type { Standing } from '@recado/application/sending/claim-attempt'
import { releaseClaim } from '@recado/application/sending/release-claim'
import { isRefusal } from '@recado/domain/decision'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { requestSend } from '@recado/domain/message/request-send'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'
import type { CommandDeps } from '../deps.ts'
import type { Intent } from './intend-send.ts'

/** The send as requested, and where in the log. */
export type RequestedStanding = Standing & { readonly position: bigint }

/**
 * Writes the intent: with the claim of attempt 1, or as waiting when it says until when it is held.
 * @returns null when the message was asked for before
 */
export async function appendIntent(
  deps: CommandDeps,
  intent: Intent,
  context: CommandContext,
): Promise<RequestedStanding | null> {
  const facts = requestSend(intent, message.initialState)
  if (isRefusal(facts)) return null
  const stream = `${message.category}-${intent.message_id}`
  const events = newEvents(facts, context)
  try {
    const { revision, position } = await deps.store.append(stream, 'no_stream', events)
    const state = facts.reduce(message.evolve, message.initialState)
    deps.cache.put(stream, { state, revision })
    return { send: state as OutboundMessage, revision, position }
  } catch (error) {
    if (error instanceof RevisionConflict) return null
    const [claim] = events
    const unanswered = error instanceof StoreUnavailable && error.outcomeUnknown
    // Without a key the repeat is another message: this one must not go out beside it.
    if (unanswered && intent.idempotency !== null && claim !== undefined)
      releaseClaim(deps, intent.message_id, claim.id, context)
    throw error
  }
}
