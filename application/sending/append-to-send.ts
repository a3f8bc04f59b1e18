import type { MessageEvent } from '@recado/domain/message/events'
import { message, type OutboundMessage } from '@recado/domain/message/message'
import type { NewEvent } from '@recado/infra/event-store/event-store'
import type { ExecuteDeps } from '../commands/execute.ts'
import { streamOf } from '../ids.ts'

/** A send, and the revision that its next fact must follow. */
export type LoadedSend = { readonly send: OutboundMessage; readonly revision: bigint }

/** Appends facts to a send at its revision. @throws as EventStore.append */
export async function appendToSend(
  { store, cache }: Pick<ExecuteDeps, 'store' | 'cache'>,
  { send, revision }: LoadedSend,
  events: readonly NewEvent<MessageEvent>[],
): Promise<LoadedSend> {
  const stream = streamOf(message, send.ids.message_id)
  const appended = await store.append(stream, revision, events)
  const state = events.reduce(message.evolve, send) as OutboundMessage
  cache.put(stream, { state, revision: appended.revision })
  return { send: state, revision: appended.revision }
}
