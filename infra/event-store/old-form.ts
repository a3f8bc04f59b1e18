import { hasSealable } from '../sealing/sealed-fact.ts'
import { type EventStore, keysOf } from './event-store.ts'

/**
 * Whether the log was begun before facts were sealed (ADR 107). Each later fact is sealed, so the first one that says
 * something of a person tells.
 */
export async function isOfOldForm(log: Pick<EventStore, 'readAll'>): Promise<boolean> {
  for await (const event of log.readAll({ from: 'start' })) {
    if (keysOf(event).length > 0) return false
    if (hasSealable(event)) return true
  }
  return false
}
