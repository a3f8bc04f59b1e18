import type { PersonIds } from '@recado/application/person-ids'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'

/** A log as it reads once the ids that clients chose for their requests are keyed; all others are uuids, which stay. */
export function withKeyedRequests(log: EventStore, ids: PersonIds): EventStore {
  return { ...log, readAll: (range) => keyed(log.readAll(range), ids) }
}

async function* keyed(events: AsyncIterable<RecordedEvent>, ids: PersonIds) {
  for await (const event of events) {
    const { metadata } = event
    const { account_id, request_id, $correlationId, $causationId } = metadata
    // Facts of other programs may lack them.
    const idOf = (id: string) => (id ? ids.requestId({ account_id, request_id: id }) : id)
    const chain = {
      $correlationId: idOf($correlationId),
      $causationId: idOf($causationId),
      request_id: request_id && idOf(request_id),
    }
    yield { ...event, metadata: { ...metadata, ...chain } }
  }
}
