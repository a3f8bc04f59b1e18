import { providerMessageId, streamOf } from '@recado/application/ids'
import type { MessageFact } from '@recado/application/trace/state-after'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** Bound of facts per stream. */
const MOST_FACTS = 500
/** Bound of all facts together. One may hold 1 MB of a provider; GET /facts/{position} shows it in full. */
const MOST_BYTES = 4 * 1024 * 1024

/**
 * The facts of a message in log order, from its own stream and those of its provider's ids; none for an unknown message.
 * @param joined the provider's id from the read models, which possibly only a status has reported
 */
export async function readFacts(
  store: Pick<EventStore, 'readStream'>,
  messageId: string,
  joined: string | null,
): Promise<{ readonly facts: readonly MessageFact[]; readonly isCut: boolean }> {
  const room = { bytes: MOST_BYTES }
  const own = await upTo(store, streamOf({ category: 'message' }, messageId), room)
  const statuses: MessageFact[][] = []
  for (const id of namesOf(own, joined)) statuses.push(await statusesOf(store, id, room))
  const facts = [own, ...statuses].flat().sort((a, b) => (a.position < b.position ? -1 : 1))
  const isLong = [own, ...statuses].some(({ length }) => length === MOST_FACTS)
  return { facts, isCut: isLong || room.bytes <= 0 }
}

/** How many bytes of a trace may still be read. */
type Room = { bytes: number }

/** The ids of the streams with the provider's statuses: several when a send was made and accepted twice. */
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
