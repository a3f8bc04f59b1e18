import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** A fact whose position the read models know: a raw event, or one that customers are told of; null for any other. */
export async function findKnownFact(
  store: Pick<EventStore, 'readAll'>,
  run: Run,
  id: string,
): Promise<RecordedEvent | null> {
  const known = await run<{ at: string }>(sql`
    select position::text as at from outbound_events where id = ${id}
    union all select position::text from raw_events where id = ${id}`)
  for (const { at } of known) {
    const fact = await eventAt(store, BigInt(at))
    if (fact?.id === id) return fact
  }
  return null
}
