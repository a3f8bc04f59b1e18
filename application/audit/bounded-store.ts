import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'

/** Reading on would exceed the limit of one answer. */
export class TooMuchToRead extends Error {
  constructor() {
    super('more of the log would have to be read than one answer may read')
    this.name = 'TooMuchToRead'
  }
}

type Read = Pick<EventStore, 'readStream' | 'readLast' | 'readAll'>

/** A store that throws TooMuchToRead beyond a limit: an event costs one, and one more for each KiB of a body. */
export function boundedStore(store: Read, most: number): Read {
  let left = most
  async function* countCost(events: AsyncIterable<RecordedEvent>) {
    for await (const event of events) {
      left -= costOf(event)
      if (left < 0) throw new TooMuchToRead()
      yield event
    }
  }
  return {
    readStream: (stream, from, limit) => countCost(store.readStream(stream, from, limit)),
    readAll: (options) => countCost(store.readAll(options)),
    async readLast(stream) {
      left -= 1
      if (left < 0) throw new TooMuchToRead()
      return store.readLast(stream)
    },
  }
}

function costOf({ data }: RecordedEvent): number {
  const { body } = data as { body?: unknown }
  return 1 + (typeof body === 'string' ? body.length >> 10 : 0)
}
