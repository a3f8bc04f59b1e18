import { type CommandContext, newEvents } from '@recado/application/commands/command-context'
import { streamOf } from '@recado/application/ids'
import type { LoadedSend } from '@recado/application/sending/append-to-send'
import type { ClaimDeps } from '@recado/application/sending/claim-attempt'
import type { ClaimSlot } from '@recado/application/sending/claim-slots'
import type { Intent } from '@recado/application/sending/send-request'
import { withdrawClaim } from '@recado/application/sending/withdraw-claim'
import { withdrawSend } from '@recado/application/sending/withdraw-send'
import { isRefusal } from '@recado/domain/decision'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { requestSend } from '@recado/domain/message/request-send'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'

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
