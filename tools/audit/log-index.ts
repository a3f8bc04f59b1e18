import { sendOf } from '@recado/application/audit/send-of'
import type { RawEvent } from '@recado/application/intake/raw-event'
import { DAY_MS } from '@recado/domain/durations'
import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { LRUCache } from 'lru-cache'
import type pg from 'pg'

/** Finds events by id. The read models give a position, and only what the log has there counts. */
export type LogIndex = {
  /** Remembers the position of an event that was read; the first one of an id counts. */
  remember(event: RecordedEvent): void
  /** The first raw event of this id in the log, or null. @param near a fact that follows from it */
  rawEvent(id: string, near: RecordedEvent): Promise<RawEvent | null>
  /** Whether the log has an event of this id: among the remembered ones, or at a position. */
  has(id: string, position: bigint | null): Promise<boolean>
  /** The message that the read models know under the stream id of a provider's message. */
  sendOf(providerMessageId: string): Promise<string | null>
  /** The position of the fact that created a delivery, by the read models. */
  positionOfDelivery(deliveryId: string): Promise<bigint | null>
}

type Deps = {
  readonly store: Pick<EventStore, 'readAll' | 'readStream'>
  readonly pool: Pick<pg.Pool, 'query'>
}

const MAX_REMEMBERED_EVENTS = 100_000

/** An index over a log and its read models, which remembers the newest events that it was given. */
export function logIndex({ store, pool }: Deps): LogIndex {
  const positions = new LRUCache<string, bigint>({ max: MAX_REMEMBERED_EVENTS })
  const queryPosition = async (text: string, id: string): Promise<bigint | null> => {
    const { rows } = await pool.query<{ at: number | null }>(text, [id])
    const at = rows[0]?.at ?? null
    return at === null ? null : BigInt(at)
  }
  const eventWithId = async (id: string, position: bigint | null) => {
    const event = position === null ? null : await eventAt(store, position)
    return event?.id === id ? event : null
  }
  return {
    remember({ id, position }) {
      // A journal may hold an event twice; the first one counts.
      if (!positions.has(id)) positions.set(id, position)
    },
    async rawEvent(id, near) {
      const query = 'select log_id as at from raw_events where id = $1'
      const position = positions.get(id) ?? (await queryPosition(query, id))
      return asRaw(await eventWithId(id, position)) ?? (await findInJournal(store, id, near))
    },
    has: async (id, position) => positions.has(id) || (await eventWithId(id, position)) !== null,
    sendOf: (id) => sendOf(pool, id),
    positionOfDelivery: (id) =>
      queryPosition('select position as at from deliveries where id = $1', id),
  }
}

/** Searches the connection's journal of the day and the day before: the read models may not show the raw event. */
async function findInJournal(
  store: Deps['store'],
  id: string,
  { metadata, created }: RecordedEvent,
): Promise<RawEvent | null> {
  if (metadata.actor.type !== 'provider') return null
  const day = new Date(created)
  for (const at of [day, new Date(day.getTime() - DAY_MS)])
    for await (const event of store.readStream(dayStream('providerEvent', metadata.actor.id, at)))
      if (event.id === id) return asRaw(event)
  return null
}

function asRaw(event: RecordedEvent | null): RawEvent | null {
  if (event?.type !== 'ProviderEventReceived') return null
  return event as RecordedEvent<ProviderEventReceived>
}
