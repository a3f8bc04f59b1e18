import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type StreamMemory, streamMemory } from './stream-memory.ts'

/** Whom an event of a stream claims an identity for, by its id; null for an event that claims nothing. */
export type EventsById = Map<string, string | null>

/** The events of streams as of now: somebody may change a number all day. */
export type KnownStreams = StreamMemory<EventsById>

/** Opens streams of which nothing is read yet. */
export function knownStreams(): KnownStreams {
  return streamMemory({ empty: () => new Map(), note, size: (events) => events.size })
}

function note(events: EventsById, { id, type, data }: RecordedEvent): void {
  const { contact_id } = data as { contact_id?: string }
  events.set(id, type === 'IdentityClaimed' ? (contact_id ?? null) : null)
}
