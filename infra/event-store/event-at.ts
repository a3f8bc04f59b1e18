import { PositionUnknown } from './errors.ts'
import type { EventStore, RecordedEvent } from './event-store.ts'

/** The event at a position, or null when this log has none there: it was restored, or is another one. */
export async function eventAt(
  store: Pick<EventStore, 'readAll'>,
  position: bigint,
): Promise<RecordedEvent | null> {
  try {
    for await (const event of store.readAll({ from: position, limit: 1 }))
      return event.position === position ? event : null
  } catch (error) {
    if (!(error instanceof PositionUnknown)) throw error
  }
  return null
}
