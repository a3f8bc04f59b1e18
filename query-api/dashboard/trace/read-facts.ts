import { providerMessageId, streamOf } from '@recado/application/ids'
import type { MessageFact } from '@recado/application/trace/state-after'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** No message has a way this long that anybody would read. */
const MOST_FACTS = 500
/** A fact may hold what a provider sent of 1 MB. So much of all is shown; the page of the fact has the rest. */
const MOST_BYTES = 4 * 1024 * 1024

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
  const room = { bytes: MOST_BYTES }
  const own = await upTo(store, streamOf({ category: 'message' }, messageId), room)
  const told: MessageFact[][] = []
  for (const id of namesOf(own, joined)) told.push(await statusesOf(store, id, room))
  const facts = [own, ...told].flat().sort((a, b) => (a.position < b.position ? -1 : 1))
  const isLong = [own, ...told].some(({ length }) => length === MOST_FACTS)
  return { facts, isCut: isLong || room.bytes <= 0 }
}

/** How much may still be read of a trace. */
type Room = { bytes: number }

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

function statusesOf(
  store: Pick<EventStore, 'readStream'>,
  id: string,
  room: Room,
): Promise<MessageFact[]> {
  return upTo(store, streamOf({ category: 'providerMessage' }, id), room)
}

async function upTo(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  room: Room,
): Promise<MessageFact[]> {
  const facts: MessageFact[] = []
  if (room.bytes <= 0) return facts
  for await (const fact of store.readStream(stream)) {
    facts.push(fact as unknown as MessageFact)
    room.bytes -= JSON.stringify(fact.data).length
    if (facts.length === MOST_FACTS || room.bytes <= 0) break
  }
  return facts
}
