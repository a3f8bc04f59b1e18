import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'

/**
 * The position of the last event before a time, or of the first one after it. The log can only be read from positions
 * that it names, so the search advances from both of its ends: it costs no more than the shorter way, twice.
 */
export async function positionAround(
  store: Pick<EventStore, 'readAll'>,
  time: string,
  signal: AbortSignal,
): Promise<bigint | 'start'> {
  const oldest = iteratorOf(store.readAll({ from: 'start' }))
  const newest = iteratorOf(store.readAll({ from: 'end', direction: 'backwards' }))
  try {
    for (;;) {
      signal.throwIfAborted()
      const [early, late] = await Promise.all([oldest.next(), newest.next()])
      if (early.done || late.done) return 'start'
      if (early.value.created >= time) return early.value.position
      if (late.value.created < time) return late.value.position
    }
  } finally {
    await Promise.all([oldest.return?.(), newest.return?.()])
  }
}

function iteratorOf(events: AsyncIterable<RecordedEvent>): AsyncIterator<RecordedEvent> {
  return events[Symbol.asyncIterator]()
}
