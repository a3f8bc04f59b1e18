import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'

/** Events remembered of all streams together; of one that has more, all are read again each time. */
const MOST_EVENTS = 500_000

/** What streams say as of now, of which only the new part is read from the log. */
export type StreamMemory<Known> = {
  read(store: Pick<EventStore, 'readStream'>, stream: string): Promise<Known>
}

/**
 * Opens streams of which nothing is read yet.
 * @param of.note takes one more event into what is known
 * @param of.size how many events that is of
 */
export function streamMemory<Known extends object>(of: {
  empty(): Known
  note(known: Known, event: RecordedEvent): void
  size(known: Known): number
}): StreamMemory<Known> {
  const streams = new LRUCache<string, { readonly known: Known; revision: bigint }>({
    maxSize: MOST_EVENTS,
    sizeCalculation: ({ known }) => of.size(known) + 1,
  })
  return {
    async read(store, stream) {
      const own = streams.get(stream) ?? { known: of.empty(), revision: -1n }
      for await (const event of store.readStream(stream, own.revision + 1n)) {
        of.note(own.known, event)
        own.revision = event.revision
      }
      // A new object: the size of one that is kept is not counted again.
      streams.set(stream, { ...own })
      return own.known
    },
  }
}
