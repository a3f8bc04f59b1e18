import type { MessageEvent } from '@recado/domain/message/events'
import { type Message, message } from '@recado/domain/message/message'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { streamOf } from '../ids.ts'
import { type BackgroundDeps, RetryLater } from './background-work.ts'

/** How long an append without an answer may still reach the log once the store answers again, ms. */
const LATE_MS = 10_000

export type FoundSend = {
  readonly state: Message
  /** The attempt right after the sought fact. */
  readonly attempt: number
}

/**
 * Appends facts to a send, in the background, if an append that got no answer turns out to be in the log.
 * @param factId event id of the uncertain append
 * @param decide the facts to append, from the send's present state
 * @returns resolves when they are appended, or nothing needs them
 */
export function appendIfLanded(
  deps: Pick<BackgroundDeps, 'store' | 'sending'>,
  { messageId, factId }: { readonly messageId: string; readonly factId: string },
  decide: (found: FoundSend, at: string) => readonly MessageEvent[],
  context: CommandContext,
): Promise<void> {
  const stream = streamOf(message, messageId)
  let missingSince: number | null = null
  return deps.sending.background.untilDone(async () => {
    const { attempt, state, revision } = await find(deps.store, stream, factId)
    if (attempt === null) {
      missingSince ??= performance.now()
      if (performance.now() - missingSince < LATE_MS)
        throw new RetryLater(`nothing in ${stream} yet`)
      return
    }
    const facts = decide({ state, attempt }, context.now().toISOString())
    if (facts.length > 0) await deps.store.append(stream, revision, newEvents(facts, context))
  }, context)
}

/** `attempt` is that right after the fact; null while the log lacks the fact. */
async function find(store: EventStore, stream: string, factId: string) {
  let state: Message = message.initialState
  let revision = -1n
  let attempt: number | null = null
  for await (const event of store.readStream(stream)) {
    state = message.evolve(state, event as RecordedEvent<MessageEvent>)
    revision = event.revision
    if (event.id === factId && state.origin === 'api') attempt = state.attempt
  }
  return { state, revision, attempt }
}
