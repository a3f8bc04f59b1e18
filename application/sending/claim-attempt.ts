import { isRefusal } from '@recado/domain/decision'
import { attemptSend } from '@recado/domain/message/attempt-send'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import type { ExecuteDeps } from '../commands/execute.ts'
import { appendToSend, type LoadedSend } from './append-to-send.ts'
import type { ClaimSlot } from './claim-slots.ts'
import type { Sending } from './sending.ts'
import { withdrawClaim } from './withdraw-send.ts'

export type ClaimDeps = Pick<ExecuteDeps, 'store' | 'cache'> & {
  readonly sending: Pick<Sending, 'run' | 'background'>
}

/**
 * Claims the next attempt of a waiting send.
 * @param slot the claim's place, which is freed when there is no claim
 * @returns null when another process has the send
 * @throws as EventStore.append; a claim that was written despite the error is withdrawn in the background
 */
export async function claimAttempt(
  deps: ClaimDeps,
  loaded: LoadedSend,
  context: CommandContext,
  slot: ClaimSlot,
): Promise<LoadedSend | null> {
  const command = { run: deps.sending.run, at: context.now().toISOString() }
  const facts = attemptSend(command, loaded.send)
  if (isRefusal(facts)) {
    slot.free()
    return null
  }
  const events = newEvents(facts, context)
  try {
    return await appendToSend(deps, loaded, events)
  } catch (error) {
    const [claim] = events
    const isUnknown = error instanceof StoreUnavailable && error.outcomeUnknown
    if (isUnknown && claim !== undefined)
      void withdrawClaim(
        deps,
        { message_id: loaded.send.ids.message_id, fact_id: claim.id },
        context,
      ).then(slot.free)
    else slot.free()
    if (error instanceof RevisionConflict) return null
    throw error
  }
}
