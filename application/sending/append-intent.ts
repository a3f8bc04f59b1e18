import { isRefusal } from '@recado/domain/decision'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { requestSend } from '@recado/domain/message/request-send'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { streamOf } from '../ids.ts'
import type { LoadedSend } from './append-to-send.ts'
import type { ClaimDeps } from './claim-attempt.ts'
import type { ClaimSlot } from './claim-slots.ts'
import type { Intent } from './send-request.ts'
import { withdrawClaim } from './withdraw-claim.ts'
import { withdrawSend } from './withdraw-send.ts'

export type AppendedIntent = LoadedSend & { readonly position: bigint }

/**
 * Records the intent of a send: with the claim of attempt 1, or as waiting when it has `held_until`.
 * @param slot the place of the claim, if it claims; free again when there is no claim
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
      void withdraw(deps, intent.message_id, requested.id, context).then(slot?.free)
    } else slot?.free()
    if (error instanceof RevisionConflict) return null
    throw error
  }
}
