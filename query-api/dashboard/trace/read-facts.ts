import { providerMessageId, streamOf } from '@recado/application/ids'
import type { MessageFact } from '@recado/application/trace/state-after'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** No message has a way this long that anybody would read. */
const MOST_FACTS = 500

/**
 * The facts of a message, of its own stream and of what the provider told of it, in order of the log; none when there is
 * no such message.
 * @param joined the provider's id by the read models: a status alone may have told it
 */
export async function readFacts(
  store: Pick<EventStore, 'readStream'>,
  messageId: string,
  joined: string | null,
): Promise<{ readonly facts: readonly MessageFact[]; readonly isCut: boolean }> {
  const own = await upTo(store, streamOf({ category: 'message' }, messageId))
  const told = await Promise.all(namesOf(own, joined).map((id) => statusesOf(store, id)))
  const facts = [own, ...told].flat().sort((a, b) => (a.position < b.position ? -1 : 1))
  return { facts, isCut: [own, ...told].some(({ length }) => length === MOST_FACTS) }
}

/** Where the provider's statuses are kept. A send that was made twice may have been taken twice. */
function namesOf(own: readonly MessageFact[], joined: string | null): string[] {
  const [first] = own
  if (first === undefined) return []
  const named = [joined, ...own.map(({ data }) => nameIn(data))].filter((name) => name !== null)
  const { connection_id } = first.data
  return [...new Set(named)].map((name) => providerMessageId(connection_id, name))
}

function nameIn(data: MessageFact['data']): string | null {
  if ('provider_message_id' in data) return data.provider_message_id
  return 'intent' in data ? data.intent.provider_message_id : null
}

function statusesOf(store: Pick<EventStore, 'readStream'>, id: string): Promise<MessageFact[]> {
  return upTo(store, streamOf({ category: 'providerMessage' }, id))
}

async function upTo(store: Pick<EventStore, 'readStream'>, stream: string): Promise<MessageFact[]> {
  const facts: MessageFact[] = []
  for await (const fact of store.readStream(stream)) {
    facts.push(fact as unknown as MessageFact)
    if (facts.length === MOST_FACTS) break
  }
  return facts
}
