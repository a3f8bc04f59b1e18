import type { StreamReader } from '@recado/application/audit/stream-reader'
import { retentionId, streamOf } from '@recado/application/ids'
import type { KeptJournal, RetentionEvent } from '@recado/domain/retention/events'
import { type Retention, retention } from '@recado/domain/retention/retention'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'

/** Intake may come to a raw event as much later than it came. */
const LAG_MS = 24 * 60 * 60 * 1000

/** Whether the raw event of a fact may be kept no longer. */
export async function mayHaveLostRaw(
  streams: StreamReader,
  { metadata }: RecordedEvent,
): Promise<boolean> {
  const { providerEvent } = await keptOf(streams, metadata.account_id)
  if (providerEvent === null) return false
  return Date.parse(metadata.recorded_at) < Date.parse(providerEvent) + LAG_MS
}

/** Whether what a fact of a delivery tells of may be kept no longer: it may be attempted for long. */
export async function mayHaveLostDelivery(
  streams: StreamReader,
  { stream, metadata }: RecordedEvent,
): Promise<boolean> {
  const category: KeptJournal = 'webhookDelivery'
  if (!stream.startsWith(`${category}-`)) return false
  const kept = await keptOf(streams, metadata.account_id)
  return kept.webhookDelivery !== null || kept.providerEvent !== null
}

/** As the log says it, not the read models. */
async function keptOf(streams: StreamReader, accountId: string | null): Promise<Retention> {
  const events = await streams.all(streamOf(retention, retentionId(accountId)))
  return events.reduce(
    (state, event) => retention.evolve(state, event as unknown as RetentionEvent),
    retention.initialState,
  )
}
