import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'

/** Reads only the tail of the streams that it remembers. */
export type StreamReader = {
  all(stream: string): Promise<readonly RecordedEvent[]>
}

const REMEMBERED_EVENTS = 20_000
/** A longer stream counts as this long, so that it is remembered beside others. */
const LONGEST = REMEMBERED_EVENTS / 2

export function streamReader(store: Pick<EventStore, 'readStream'>): StreamReader {
  const known = new LRUCache<string, readonly RecordedEvent[]>({
    maxSize: REMEMBERED_EVENTS,
    sizeCalculation: (events) => Math.min(events.length + 1, LONGEST),
  })
  return {
    async all(stream) {
      const before = known.get(stream) ?? []
      const last = before.at(-1)
      const tail: RecordedEvent[] = []
      for await (const event of store.readStream(stream, last ? last.revision + 1n : 0n))
        tail.push(event)
      const events = tail.length === 0 ? before : before.concat(tail)
      known.set(stream, events)
      return events
    },
  }
}
