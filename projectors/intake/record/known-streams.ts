import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'

/** Whom an event of a stream claims an identity for, by its id; null for an event that claims nothing. */
export type EventsById = ReadonlyMap<string, string | null>

/** Events remembered of all streams together; of one that has more, all are read again each time. */
const MOST_EVENTS = 500_000

/** The events of streams as of now, of which only the new part is read from the log: somebody may change a number all day. */
export type KnownStreams = {
  eventsOf(store: Pick<EventStore, 'readStream'>, stream: string): Promise<EventsById>
}

type Known = { readonly events: Map<string, string | null>; revision: bigint }

/** Opens streams of which nothing is read yet. */
export function knownStreams(): KnownStreams {
  const known = new LRUCache<string, Known>({
    maxSize: MOST_EVENTS,
    sizeCalculation: ({ events }) => events.size + 1,
  })
  return {
    async eventsOf(store, stream) {
      const own = known.get(stream) ?? { events: new Map(), revision: -1n }
      for await (const event of store.readStream(stream, own.revision + 1n)) note(own, event)
      // A new object: the size of one that is kept is not counted again.
      known.set(stream, { ...own })
      return own.events
    },
  }
}

function note(own: Known, { id, type, data, revision }: RecordedEvent): void {
  const { contact_id } = data as { contact_id?: string }
  own.events.set(id, type === 'IdentityClaimed' ? (contact_id ?? null) : null)
  own.revision = revision
}
