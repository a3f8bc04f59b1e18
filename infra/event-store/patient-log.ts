import { DEADLINES } from '../deadlines.ts'
import type { FactKeys } from '../sealing/fact-keys.ts'
import type { EventStore } from './event-store.ts'
import { connectEventStore } from './eventstoredb.ts'

/**
 * The log for work that may be hours old: it waits longer for the server than a request may.
 * @param keys as of connectEventStore
 */
export function openPatientLog(url: string, keys?: FactKeys): EventStore {
  const limits = { silenceMs: DEADLINES.tool / 4, readDeadlineMs: DEADLINES.tool }
  return connectEventStore(url, { ...limits, ...(keys && { keys }) }).store
}
