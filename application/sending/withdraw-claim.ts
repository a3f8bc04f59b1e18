import { deferSend } from '@recado/domain/message/defer-send'
import type { MessageEvent } from '@recado/domain/message/events'
import { type Message, message } from '@recado/domain/message/message'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { streamOf } from '../ids.ts'
import type { BackgroundDeps } from './background-work.ts'

/** How long an append without an answer may still reach the log once the store answers again, ms. */
const LATE_MS = 10_000

/**
 * Withdraws a claim whose append got no answer. Only we know that nothing was called: a claim that stands in the log
 * after all would end as an unknown outcome, and the send would never go out.
 * @param claimId event id of the claim; another sender's claim is left alone
 */
export function withdrawClaim(
  deps: Pick<BackgroundDeps, 'store' | 'sending'>,
  messageId: string,
  claimId: string,
  context: CommandContext,
): void {
  const stream = streamOf(message, messageId)
  let missingSince: number | null = null
  deps.sending.background.untilDone(async () => {
    const { state, revision, attempt } = await claimOf(deps.store, stream, claimId)
    if (attempt === null) {
      missingSince ??= performance.now()
      if (performance.now() - missingSince < LATE_MS) throw new Error(`no claim in ${stream} yet`)
      return
    }
    const at = context.now().toISOString()
    const withdrawn = { attempt, claimed: true, not_before: at, error: null, at }
    const facts = deferSend(withdrawn, state)
    if ('refused' in facts || facts.length === 0) return
    await deps.store.append(stream, revision, newEvents(facts, context))
  })
}

/** The stream's state now, and the attempt that the claim is for; null while the log does not have the claim. */
async function claimOf(store: EventStore, stream: string, claimId: string) {
  let state: Message = message.initialState
  let revision = -1n
  let attempt: number | null = null
  for await (const event of store.readStream(stream)) {
    state = message.evolve(state, event as RecordedEvent<MessageEvent>)
    revision = event.revision
    if (event.id === claimId && state.origin === 'api') attempt = state.attempt
  }
  return { state, revision, attempt }
}
