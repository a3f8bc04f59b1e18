import { streamOf } from '@recado/application/ids'
import { connection } from '@recado/domain/connection/connection'
import type {
  ConnectionNumberLearned,
  ConnectionStatusChanged,
} from '@recado/domain/connection/events'
import { asRecord, asText } from '@recado/domain/provider-event/loose-json'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { streamMemory } from './stream-memory.ts'

/** The key of the number in `toldAt`; no reason has this name. */
export const NUMBER = 'number'

export type ConnectionHistory = {
  readonly ids: Set<string>
  /** By reason, when the provider told the newest status, and by `number` the newest number, ISO 8601. */
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
  if (event.type === 'ConnectionNumberLearned') {
    const { told_at } = event.data as ConnectionNumberLearned['data']
    noteTime(history, NUMBER, told_at ?? null)
  }
  // Another gateway's clock says nothing of what this one will tell.
  if (event.type === 'ConnectionMoved') history.toldAt.clear()
  if (event.type !== 'ConnectionStatusChanged') return
  const { reason, details } = event.data as ConnectionStatusChanged['data']
  noteTime(history, reason, asText(asRecord(details).told_at))
}

function noteTime({ toldAt }: ConnectionHistory, what: string, told: string | null): void {
  if (told !== null && told > (toldAt.get(what) ?? '')) toldAt.set(what, told)
}
