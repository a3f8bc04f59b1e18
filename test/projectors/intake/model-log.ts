import type { RawEvent, WholeRawEvent } from '@recado/application/intake/raw-event'
import { StoreUnavailable, StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { rawEvent, rawOf } from '../../translation/graph-post.ts'

/** A raw event of a model: its connection and day, its number of tasks and its size. */
export type ModelEvent = {
  readonly connection: number
  readonly day: number
  readonly tasks: number
  readonly isFaulty: boolean
  readonly size: number
}

/** The result of a read: complete, an outage, only a part, or a deleted stream. */
export type Fault = 'none' | 'away' | 'behind' | 'deleted'

/** A log with these events, in order. */
export function modelLog(events: readonly ModelEvent[]): readonly WholeRawEvent[] {
  const revisions = new Map<string, bigint>()
  return events.map((event) => {
    const stream = `providerEvent-c${event.connection}.2026010${1 + event.day}`
    const revision = (revisions.get(stream) ?? -1n) + 1n
    revisions.set(stream, revision)
    const payload = { ...event, padding: 'x'.repeat(event.size) }
    const raw = rawEvent(rawOf(payload), `c${event.connection}`)
    return { ...raw, stream, revision } as WholeRawEvent
  })
}

/** Reads of a log, of which the first ones fail as listed. */
export function brittleStore(
  log: readonly RawEvent[],
  faults: Fault[],
): Pick<EventStore, 'readStream' | 'readLast'> {
  const ofStream = (stream: string) => log.filter((event) => event.stream === stream)
  return {
    async *readStream(stream, from = 0n) {
      const fault = faults.shift() ?? 'none'
      if (fault === 'deleted') throw new StreamDeleted(stream)
      const events = ofStream(stream).filter(({ revision }) => revision >= from)
      for (const event of fault === 'none' ? events : events.slice(0, events.length / 2)) {
        await Promise.resolve()
        yield event
      }
      if (fault === 'away') throw new StoreUnavailable('away', { outcomeUnknown: false })
    },
    readLast: async (stream) => ofStream(stream).at(-1) ?? null,
  }
}
