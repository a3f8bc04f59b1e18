import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'

/** Reads only the tail of the streams that it remembers. */
export type StreamReader = {
  /** All events of a stream. */
  all(stream: string): Promise<readonly RecordedEvent[]>
  /** The first event of a stream, which is read once, because no later event changes it; null while there is none. */
  first(stream: string): Promise<RecordedEvent | null>
}

const MAX_REMEMBERED_EVENTS = 20_000
/** A longer stream counts as this many events, so that it is remembered beside others. */
const MAX_COUNTED_EVENTS = MAX_REMEMBERED_EVENTS / 2

/** Opens a reader of streams. @param store read from at each call, unless nothing can have changed */
export function streamReader(store: Pick<EventStore, 'readStream'>): StreamReader {
  const known = new LRUCache<string, readonly RecordedEvent[]>({
    maxSize: MAX_REMEMBERED_EVENTS,
    sizeCalculation: (events) => Math.min(events.length + 1, MAX_COUNTED_EVENTS),
  })
  const firsts = new LRUCache<string, RecordedEvent>({ max: MAX_REMEMBERED_EVENTS })
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
    async first(stream) {
      const remembered = firsts.get(stream) ?? known.get(stream)?.[0]
      if (remembered !== undefined) return remembered
      for await (const event of store.readStream(stream, 0n, 1)) {
        firsts.set(stream, event)
        return event
      }
      return null
    },
  }
}
