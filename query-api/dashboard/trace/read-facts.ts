import { providerMessageId, streamOf } from '@recado/application/ids'
import type { MessageFact } from '@recado/application/trace/state-after'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** No message has a way this long that anybody would read. */
const MOST_FACTS = 500

/** The facts of a message, of both its streams in order of the log; none when there is no such message. */
export async function readFacts(
  store: Pick<EventStore, 'readStream'>,
  messageId: string,
): Promise<{ readonly facts: readonly MessageFact[]; readonly isCut: boolean }> {
  const own = await upTo(store, streamOf({ category: 'message' }, messageId))
  const told = await statusesOf(store, own)
  const facts = [...own, ...told].sort((a, b) => (a.position < b.position ? -1 : 1))
  return { facts, isCut: own.length === MOST_FACTS || told.length === MOST_FACTS }
}

async function statusesOf(
  store: Pick<EventStore, 'readStream'>,
  own: readonly MessageFact[],
): Promise<MessageFact[]> {
  for (const { data } of own) {
    const named =
      'provider_message_id' in data
        ? data.provider_message_id
        : 'intent' in data
          ? data.intent.provider_message_id
          : null
    if (named === null) continue
    const id = providerMessageId(data.connection_id, named)
    return upTo(store, streamOf({ category: 'providerMessage' }, id))
  }
  return []
}

async function upTo(store: Pick<EventStore, 'readStream'>, stream: string): Promise<MessageFact[]> {
  const facts: MessageFact[] = []
  for await (const fact of store.readStream(stream)) {
    facts.push(fact as unknown as MessageFact)
    if (facts.length === MOST_FACTS) break
  }
  return facts
}
