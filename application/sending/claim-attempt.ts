import { isRefusal } from '@recado/domain/decision'
import { attemptSend } from '@recado/domain/message/attempt-send'
import type { MessageEvent } from '@recado/domain/message/events'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import { RevisionConflict, StoreUnavailable } from '@recado/infra/event-store/errors'
import type { NewEvent } from '@recado/infra/event-store/event-store'
import type { ReadyCall, SendOutcome } from '@recado/infra/providers/provider'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import type { ExecuteDeps } from '../commands/execute.ts'
import { releaseClaim } from './release-claim.ts'
import type { Sending } from './sending.ts'

/** A send as the log has it, and the revision that the next fact rests on. */
export type Standing = { readonly send: OutboundMessage; readonly revision: bigint }

export type ClaimDeps = Pick<ExecuteDeps, 'store' | 'cache'> & {
  readonly sending: Pick<Sending, 'run' | 'background'>
}

/**
 * Claims the next attempt and makes its call: nothing stands between the two.
 * @returns null when the send does not wait any more: somebody else has it
 * @throws as EventStore.append; then nothing was called, and a claim that was written all the same is taken back
 */
export async function claimAndCall(
  deps: ClaimDeps,
  standing: Standing,
  ready: ReadyCall,
  context: CommandContext,
): Promise<{ readonly claimed: Standing; readonly outcome: SendOutcome } | null> {
  const claimed = await claimAttempt(deps, standing, context).catch(async (error) => {
    await ready.drop()
    throw error
  })
  if (claimed !== null) return { claimed, outcome: await ready.send() }
  await ready.drop()
  return null
}

async function claimAttempt(
  deps: ClaimDeps,
  standing: Standing,
  context: CommandContext,
): Promise<Standing | null> {
  const command = { run: deps.sending.run, at: context.now().toISOString() }
  const facts = attemptSend(command, standing.send)
  if (isRefusal(facts)) return null
  const events = newEvents(facts, context)
  try {
    return await goOn(deps, standing, events)
  } catch (error) {
    if (error instanceof RevisionConflict) return null
    const [claim] = events
    if (error instanceof StoreUnavailable && error.outcomeUnknown && claim !== undefined)
      releaseClaim(deps, standing.send.ids.message_id, claim.id, context)
    throw error
  }
}

/** Appends what follows, only where nothing else did. */
export async function goOn(
  { store, cache }: Pick<ExecuteDeps, 'store' | 'cache'>,
  { send, revision }: Standing,
  events: readonly NewEvent<MessageEvent>[],
): Promise<Standing> {
  const stream = `${message.category}-${send.ids.message_id}`
  const appended = await store.append(stream, revision, events)
  const state = events.reduce(message.evolve, send) as OutboundMessage
  cache.put(stream, { state, revision: appended.revision })
  return { send: state, revision: appended.revision }
}
