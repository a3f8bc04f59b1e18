import { streamOf } from '@recado/application/ids'
import { connection } from '@recado/domain/connection/connection'
import type { ConnectionStatusChanged } from '@recado/domain/connection/events'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { LRUCache } from 'lru-cache'

/** What the stream of a connection says that a later report of the same change needs to know. */
export type ConnectionHistory = {
  /** Ids of its events. */
  readonly ids: Set<string>
  /** When the newest status with a reason was told by the provider, ISO 8601, by reason. */
  readonly toldAt: Map<string, string>
  /** Of the last event read. */
  revision: bigint
}

/** Events remembered of all connections together; of one that has more, all are read again each time. */
const MOST_EVENTS = 500_000

/** Histories of connections as of now, of which only the new part is read from the log. */
export type ConnectionHistories = {
  historyOf(store: EventStore, connectionId: string): Promise<ConnectionHistory>
}

/** Opens histories of which nothing is read yet. */
export function connectionHistories(): ConnectionHistories {
  const known = new LRUCache<string, ConnectionHistory>({
    maxSize: MOST_EVENTS,
    sizeCalculation: ({ ids }) => ids.size + 1,
  })
  return {
    async historyOf(store, id) {
      const history = known.get(id) ?? { ids: new Set(), toldAt: new Map(), revision: -1n }
      const stream = streamOf(connection, id)
      for await (const event of store.readStream(stream, history.revision + 1n))
        note(history, event)
      // A new object: the size of one that is kept is not counted again.
      known.set(id, { ...history })
      return history
    },
  }
}

function note(history: ConnectionHistory, event: RecordedEvent): void {
  history.ids.add(event.id)
  history.revision = event.revision
  if (event.type !== 'ConnectionStatusChanged') return
  const { reason, details } = event.data as ConnectionStatusChanged['data']
  const told = asText(asRecord(details).told_at)
  if (told !== null && told > (history.toldAt.get(reason) ?? '')) history.toldAt.set(reason, told)
}
