import { messageId, providerMessageId, streamOf } from '@recado/application/ids'
import type { MessageFact } from '@recado/application/trace/state-after'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** Bound of facts per stream. */
const MAX_FACTS = 500
/** Bound of all facts together. One may hold 1 MB of a provider; GET /facts/{position} shows it in full. */
const MAX_BYTES = 4 * 1024 * 1024
/** Bound of what is looked at: facts, and streams. */
const MAX_EXAMINED = 2_000

/**
 * The facts of a message in log order: of its own stream, of those of its provider's ids, and the echo of a send, which
 * has a stream of its own. None for an unknown message.
 * @param joined the provider's ids from the read models, which possibly only a status or an echo has told
 */
export async function readFacts(
  store: Pick<EventStore, 'readStream'>,
  id: string,
  joined: readonly (string | null)[],
): Promise<{ readonly facts: readonly MessageFact[]; readonly isCut: boolean }> {
  const room = { bytes: MAX_BYTES, looks: MAX_EXAMINED }
  const own = await readWithin(store, streamOf({ category: 'message' }, id), room)
  const others: MessageFact[][] = []
  for (const stream of otherStreams(own, id, joined))
    others.push(await readWithin(store, stream, room))
  const facts = [own, ...others].flat().sort((a, b) => (a.position < b.position ? -1 : 1))
  const isLong = [own, ...others].some(({ length }) => length === MAX_FACTS)
  return { facts, isCut: isLong || isFull(room) }
}

/** How many bytes of a trace may still be read, and how many facts and streams looked at. */
type Room = { bytes: number; looks: number }

function isFull({ bytes, looks }: Room): boolean {
  return bytes <= 0 || looks <= 0
}

/** The streams of the provider's ids: several when a send was made and accepted twice. */
function otherStreams(
  own: readonly MessageFact[],
  id: string,
  joined: readonly (string | null)[],
): string[] {
  const [first] = own
  if (first === undefined) return []
  const { connection_id } = first.data
  const named = [...joined, ...own.map(({ data }) => nameIn(data))].filter((name) => name !== null)
  return [...new Set(named)].flatMap((name) => {
    const echo = messageId({ connection_id, provider_message_id: name })
    const statuses = streamOf(
      { category: 'providerMessage' },
      providerMessageId({ connection_id, provider_message_id: name }),
    )
    return echo === id ? [statuses] : [statuses, streamOf({ category: 'message' }, echo)]
  })
}

function nameIn(data: MessageFact['data']): string | null {
  if ('provider_message_id' in data) return data.provider_message_id
  return 'intent' in data ? data.intent.provider_message_id : null
}

async function readWithin(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  room: Room,
): Promise<MessageFact[]> {
  const facts: MessageFact[] = []
  if (isFull(room)) return facts
  room.looks -= 1
  for await (const fact of store.readStream(stream, 0n, MAX_FACTS)) {
    facts.push(fact as unknown as MessageFact)
    room.bytes -= JSON.stringify(fact.data).length
    room.looks -= 1
    if (isFull(room)) break
  }
  return facts
}
