import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'

/** Events remembered of all streams together. A stream with more is read again each time. */
const MAX_EVENTS = 500_000

/** The current state of streams; only new events are read from the log. */
export type StreamMemory<Known> = {
  read(store: Pick<EventStore, 'readStream'>, stream: string): Promise<Known>
}

/** Opens an empty memory. @param of.note adds one event to what is known @param of.size how many events that is */
export function streamMemory<Known extends object>(of: {
  empty(): Known
  note(known: Known, event: RecordedEvent): void
  size(known: Known): number
}): StreamMemory<Known> {
  const streams = new LRUCache<string, { readonly known: Known; revision: bigint }>({
    maxSize: MAX_EVENTS,
    sizeCalculation: ({ known }) => of.size(known) + 1,
  })
  return {
    async read(store, stream) {
      const own = streams.get(stream) ?? { known: of.empty(), revision: -1n }
      for await (const event of store.readStream(stream, own.revision + 1n)) {
        of.note(own.known, event)
        own.revision = event.revision
      }
      // Set as a new object, because the cache does not measure an object again that it already holds.
      streams.set(stream, { ...own })
      return own.known
    },
  }
}
