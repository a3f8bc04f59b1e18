import { deferSend } from '@recado/domain/message/defer-send'
import type { MessageEvent } from '@recado/domain/message/events'
import { type Message, message } from '@recado/domain/message/message'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import type { BackgroundWork } from './background-work.ts'

/** How long an append that was given up may still reach the log of a store that answers again, ms. */
const LATE_MS = 10_000

/**
 * Takes back a claim whose append nobody answered. We have called nobody, and nobody else can know that: if the claim
 * stands in the log after all, the send would end as one whose outcome is unknown, and never go out.
 * @param claimId event id of the claim; one of somebody else is theirs to carry out
 */
export function releaseClaim(
  deps: { readonly store: EventStore; readonly sending: { readonly background: BackgroundWork } },
  messageId: string,
  claimId: string,
  context: CommandContext,
): void {
  const stream = `${message.category}-${messageId}`
  let missingSince: number | null = null
  deps.sending.background.untilDone(async () => {
    const { state, revision, attempt } = await standing(deps.store, stream, claimId)
    if (attempt === null) {
      missingSince ??= performance.now()
      if (performance.now() - missingSince < LATE_MS) throw new Error(`no claim in ${stream} yet`)
      return
    }
    const at = context.now().toISOString()
    const released = { attempt, claimed: true, not_before: at, error: null, at }
    const facts = deferSend(released, state)
    if ('refused' in facts || facts.length === 0) return
    await deps.store.append(stream, revision, newEvents(facts, context))
  })
}

/** The stream's state now, and which attempt the claim is for; null where it does not stand. */
async function standing(store: EventStore, stream: string, claimId: string) {
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
