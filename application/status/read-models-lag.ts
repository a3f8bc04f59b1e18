import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { countBacklog, FOLLOWED_PREFIXES } from '../read-models/followed.ts'
import { secondsSince } from './seconds-since.ts'

/** The limit of the count, which reads the events. */
const MAX_COUNTED_EVENTS = 1_000
/** Read models are stuck when they have not moved for so long although events wait. */
const MIN_STUCK_MS = 5_000

export type ReadModelsLag = {
  readonly position: bigint
  readonly events: number
  /** The age of the oldest event that they do not show. */
  readonly seconds: number
  /** Since when they have not moved although the log has; null while they do. */
  readonly stuck_since: string | null
}

/**
 * Reads how far the read models lag. Without an answer of the log in time only the position is known.
 * @param store null while it is unavailable
 * @param now Unix time, ms
 */
export async function readModelsLag(
  pool: pg.Pool,
  store: EventStore | null,
  now: number,
): Promise<Pick<ReadModelsLag, 'position'> & Partial<ReadModelsLag>> {
  const { rows } = await pool.query(
    'select position, moved_at from checkpoint order by position, moved_at limit 1',
  )
  const position = BigInt(rows[0].position)
  const of = {
    position,
    streamPrefixes: FOLLOWED_PREFIXES,
    most: MAX_COUNTED_EVENTS,
    withinMs: DEADLINES.count,
  }
  const behind = store === null ? null : await countBacklog(store, of)
  if (behind === null) return { position }
  const waits = behind.first?.metadata.recorded_at ?? null
  const still = waits === null || rows[0].moved_at > waits ? rows[0].moved_at : waits
  const isStuck = waits !== null && now - Date.parse(still) > MIN_STUCK_MS
  return {
    position,
    events: behind.count,
    seconds: waits === null ? 0 : secondsSince(waits, now),
    stuck_since: isStuck ? still : null,
  }
}
