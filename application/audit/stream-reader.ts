import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'

/** Reads only the tail of the streams that it remembers. */
export type StreamReader = {
  all(stream: string): Promise<readonly RecordedEvent[]>
}

const REMEMBERED_EVENTS = 20_000

export function streamReader(store: Pick<EventStore, 'readStream'>): StreamReader {
  const known = new LRUCache<string, readonly RecordedEvent[]>({
    maxSize: REMEMBERED_EVENTS,
    sizeCalculation: (events) => events.length + 1,
  })
  return {
    async all(stream) {
      const events = [...(known.get(stream) ?? [])]
      const last = events.at(-1)
      for await (const event of store.readStream(stream, last ? last.revision + 1n : 0n))
        events.push(event)
      known.set(stream, events)
      return events
    },
  }
}
