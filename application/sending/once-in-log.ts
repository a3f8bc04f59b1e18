import type { MessageEvent } from '@recado/domain/message/events'
import { type Message, message } from '@recado/domain/message/message'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { type CommandContext, newEvents } from '../commands/command-context.ts'
import { streamOf } from '../ids.ts'
import { type BackgroundDeps, NotYet } from './background-work.ts'

/** How long an append without an answer may still reach the log once the store answers again, ms. */
const LATE_MS = 10_000

/** A send in whose stream the sought fact stands. */
export type FoundSend = {
  readonly state: Message
  /** The send's attempt as the fact left it. */
  readonly attempt: number
}

/**
 * Adds facts to a send, in the background, should an append that got no answer have reached the log after all.
 * @param factId event id of what was appended
 * @param decide the facts that the send needs then, from its present state
 */
export function onceInLog(
  deps: Pick<BackgroundDeps, 'store' | 'sending'>,
  { messageId, factId }: { readonly messageId: string; readonly factId: string },
  decide: (found: FoundSend, at: string) => readonly MessageEvent[],
  context: CommandContext,
): void {
  const stream = streamOf(message, messageId)
  let missingSince: number | null = null
  deps.sending.background.untilDone(async () => {
    const { attempt, state, revision } = await find(deps.store, stream, factId)
    if (attempt === null) {
      missingSince ??= performance.now()
      if (performance.now() - missingSince < LATE_MS) throw new NotYet(`nothing in ${stream} yet`)
      return
    }
    const facts = decide({ state, attempt }, context.now().toISOString())
    if (facts.length > 0) await deps.store.append(stream, revision, newEvents(facts, context))
  }, context)
}

/** The stream's state now, and the attempt as the fact left it; null while the log does not have the fact. */
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
