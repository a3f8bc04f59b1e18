import type { StreamReader } from '@recado/application/audit/stream-reader'
import { retentionId, streamOf } from '@recado/application/ids'
import { DAY_MS } from '@recado/domain/durations'
import type { KeptJournal, RetentionEvent } from '@recado/domain/retention/events'
import { type Retention, retention } from '@recado/domain/retention/retention'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/** How long after a post intake may record its facts. */
const MAX_INTAKE_LAG_MS = DAY_MS

/** Whether retention may have deleted the raw event of a fact. */
export async function mayHaveLostRaw(
  streams: StreamReader,
  { metadata }: RecordedEvent,
): Promise<boolean> {
  const { providerEvent } = await retentionOf(streams, metadata.account_id)
  if (providerEvent === null) return false
  return Date.parse(metadata.recorded_at) < Date.parse(providerEvent) + MAX_INTAKE_LAG_MS
}

/** Whether retention may have deleted what a fact of a delivery is about: attempts may go on for long. */
export async function mayHaveLostDelivery(
  streams: StreamReader,
  { stream, metadata }: RecordedEvent,
): Promise<boolean> {
  const category: KeptJournal = 'webhookDelivery'
  if (!stream.startsWith(`${category}-`)) return false
  const kept = await retentionOf(streams, metadata.account_id)
  return kept.webhookDelivery !== null || kept.providerEvent !== null
}

/** What retention has deleted of an account, read from the log: the read models do not prove it. */
async function retentionOf(streams: StreamReader, accountId: string | null): Promise<Retention> {
  const events = await streams.all(streamOf(retention, retentionId(accountId)))
  return events.reduce(
    (state, event) => retention.evolve(state, event as unknown as RetentionEvent),
    retention.initialState,
  )
}
