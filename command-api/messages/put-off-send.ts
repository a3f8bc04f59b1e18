import { deferSend } from '@recado/domain/message/defer-send'
import type { MessageEvent } from '@recado/domain/message/events'
import { message } from '@recado/domain/message/message'
import type { NewEvent, RecordedEvent } from '@recado/infra/event-store/event-store'
import { type CommandContext, newEvents } from '@recado/infra/event-store/fact-metadata'
import type { CommandDeps } from '../deps.ts'

/** How long an append that was given up may still reach the log of a store that answers again, ms. */
const LATE_MS = 10_000

/**
 * Hands a send to the background sender when nobody answered the append of its intent. If the intent stands in the
 * log after all, we hold its attempt and have called nobody: without this it would end as one whose outcome is
 * unknown, and never go out. For repeatable requests only: without a key the repeat is another message.
 * @param intent as it was appended; the same intent of somebody else is theirs to carry out
 */
export function putOffSend(
  { store, sending }: Pick<CommandDeps, 'store' | 'sending'>,
  stream: string,
  intent: NewEvent<MessageEvent>,
  context: CommandContext,
): void {
  let missingSince: number | null = null
  sending.background.untilDone(async () => {
    const [first, later] = await firstTwo(store, stream)
    if (first === undefined) {
      missingSince ??= performance.now()
      if (performance.now() - missingSince < LATE_MS) throw new Error(`no intent in ${stream} yet`)
    }
    if (first?.id !== intent.id || later !== undefined) return
    const at = context.now().toISOString()
    const state = message.evolve(message.initialState, first)
    const facts = deferSend({ not_before: at, error: null, at }, state)
    if ('refused' in facts) return
    await store.append(stream, first.revision, newEvents(facts, context))
  })
}

async function firstTwo(store: CommandDeps['store'], stream: string) {
  const found: RecordedEvent<MessageEvent>[] = []
  for await (const event of store.readStream(stream)) {
    found.push(event as RecordedEvent<MessageEvent>)
    if (found.length === 2) break
  }
  return found
}
