import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { Pool } from '@recado/infra/postgres/run'
import { intakePosition } from '../intake/intake-position.ts'
import { countBacklog } from '../read-models/followed.ts'

export type IntakeLag = { readonly events: number; readonly since: string | null }

/**
 * Counts the raw events that wait for intake, and says since when the oldest one waits.
 * @param most the limit of the count, which reads the events
 * @throws when the log does not answer in time
 */
export async function intakeLag(pool: Pool, store: EventStore, most: number): Promise<IntakeLag> {
  const position = await intakePosition(pool)
  const of = { position, streamPrefixes: ['providerEvent-'], most, withinMs: DEADLINES.count }
  const behind = await countBacklog(store, of)
  if (behind === null) throw new Error('the log did not answer in time how far intake is behind')
  return { events: behind.count, since: behind.first?.metadata.recorded_at ?? null }
}
