import type { Fact } from '@recado/domain/decision'
import { RevisionConflict } from '@recado/infra/event-store/errors'
import type { Appended, EventStore, NewEvent } from '@recado/infra/event-store/event-store'

/** Appends the first facts of a stream. @returns null when another writer already has @throws as EventStore.append */
export async function appendFirst(
  store: EventStore,
  stream: string,
  events: readonly NewEvent<Fact>[],
): Promise<Appended | null> {
  try {
    return await store.append(stream, 'no_stream', events)
  } catch (error) {
    if (error instanceof RevisionConflict) return null
    throw error
  }
}
