import { streamOf } from '@recado/application/ids'
import { connection } from '@recado/domain/connection/connection'
import type { ConnectionStatusChanged } from '@recado/domain/connection/events'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { streamMemory } from './stream-memory.ts'

export type ConnectionHistory = {
  readonly ids: Set<string>
  /** By reason, when the provider told the newest status, ISO 8601. */
  readonly toldAt: Map<string, string>
}

export type ConnectionHistories = {
  historyOf(store: EventStore, connectionId: string): Promise<ConnectionHistory>
}

export function connectionHistories(): ConnectionHistories {
  const histories = streamMemory<ConnectionHistory>({
    empty: () => ({ ids: new Set(), toldAt: new Map() }),
    note,
    size: ({ ids }) => ids.size,
  })
  return { historyOf: (store, id) => histories.read(store, streamOf(connection, id)) }
}

function note(history: ConnectionHistory, event: RecordedEvent): void {
  history.ids.add(event.id)
  if (event.type !== 'ConnectionStatusChanged') return
  const { reason, details } = event.data as ConnectionStatusChanged['data']
  const told = asText(asRecord(details).told_at)
  if (told !== null && told > (history.toldAt.get(reason) ?? '')) history.toldAt.set(reason, told)
}
