import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type StreamMemory, streamMemory } from './stream-memory.ts'

/** By event id, the contact that the event claims an identity for; null for an event that claims nothing. */
export type ClaimantByEventId = Map<string, string | null>

/** The current events of streams. They are cached, because a person may change a number many times. */
export type ClaimEvents = StreamMemory<ClaimantByEventId>

export function claimEvents(): ClaimEvents {
  return streamMemory({ empty: () => new Map(), note, size: (events) => events.size })
}

function note(events: ClaimantByEventId, { id, type, data }: RecordedEvent): void {
  const { contact_id } = data as { contact_id?: string }
  events.set(id, type === 'IdentityClaimed' ? (contact_id ?? null) : null)
}
