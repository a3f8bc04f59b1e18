import { deliveredAs } from './delivered-fact.ts'
import type { Delivered, EventStore, RecordedEvent } from './event-store.ts'

/** The stream with facts about the log itself; it holds no domain facts. */
export const LOG_STREAM = 'log-this'

/** The only event of that stream, in a log that was copied from another one. */
export type LogBegun = {
  readonly type: 'LogBegun'
  readonly data: {
    /** Integer ids of events that were not copied are above this. */
    readonly log_base: number
    /** Id of the first event of the original log. */
    readonly copied_from: string
  }
}

/** How the log began; null for one that was never copied from another. */
export async function readLogBegun(
  store: Pick<EventStore, 'readStream'>,
): Promise<LogBegun['data'] | null> {
  for await (const event of store.readStream(LOG_STREAM))
    return (event as RecordedEvent<LogBegun>).data
  return null
}

/** The integer id of an event: the one from its first log, else its position above the base. */
export function logIdOf({ metadata, position }: RecordedEvent, base: number): number {
  return metadata.log_id ?? base + Number(position)
}

/** The store, with `log_id` set on every event that it reads or follows. */
export function withLogIds(store: EventStore, base: number): EventStore {
  if (base === 0) return store
  const withId = (event: RecordedEvent): RecordedEvent => ({
    ...event,
    metadata: { ...event.metadata, log_id: logIdOf(event, base) },
  })
  return {
    ...store,
    subscribe: (options) =>
      mapItems(store.subscribe(options), (item: Delivered) =>
        item.kind === 'event' ? deliveredAs(withId(item.event), item.stored) : item,
      ),
    readAll: (options) => mapItems(store.readAll(options), withId),
    readStream: (stream, from, limit) => mapItems(store.readStream(stream, from, limit), withId),
    async readLast(stream) {
      const last = await store.readLast(stream)
      return last && withId(last)
    },
  }
}

async function* mapItems<T>(
  items: AsyncIterable<T>,
  change: (item: T) => T,
): AsyncGenerator<T, void, void> {
  for await (const item of items) yield change(item)
}
