import { retentionRowId } from '@recado/application/ids'
import type { ProviderEventEvent } from '@recado/domain/provider-event/events'
import { deletableDay } from '@recado/domain/retention/deletable-day'
import type {
  KeptJournal,
  MessagesExpired,
  RetentionApplied,
  RetentionEvent,
} from '@recado/domain/retention/events'
import type { WebhookDeliveryEvent } from '@recado/domain/webhook-delivery/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { dayOf } from '@recado/infra/event-store/journal'
import { type Need, projection, type Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { expireMessages } from './expire-messages.ts'

type RetentionRow = {
  readonly id: string
  readonly gone_before: string
  readonly position: number
}

type JournalDayRow = {
  readonly id: string
  readonly kept_for: string
  readonly day: string
  readonly position: number
}

const retentions = table<RetentionRow>({ name: 'retention' })
const journalDays = table<JournalDayRow>({ name: 'journal_days' })

/** Whether a fact of a journal is past retention, although the log still shows it. */
export async function isGone(
  rows: Rows,
  category: KeptJournal,
  accountId: string | null,
  at: string,
): Promise<boolean> {
  const row = await rows.get(retentions, retentionRowId(category, accountId))
  return row !== undefined && at < row.gone_before
}

export function needsOfRetention(category: KeptJournal, accountId: string | null): Need {
  return [retentions, retentionRowId(category, accountId)] as unknown as Need
}

/** What is kept no longer, and which streams that concerns. Runs after all projections with what was said. */
export const retentionProjection = projection<
  RetentionEvent | ProviderEventEvent | WebhookDeliveryEvent
>({
  name: 'retention',
  tables: [retentions, journalDays],
  ddl: new URL('./retention.sql', import.meta.url),
  endsBatch: ['RetentionApplied', 'MessagesExpired'],
  needs: {
    ProviderEventReceived: ({ stream }) => [[journalDays, stream]],
    ProviderPayloadReceived: ({ stream }) => [[journalDays, stream]],
    ProviderEventReduced: ({ stream }) => [[journalDays, stream]],
    DeliveryAttempted: ({ stream }) => [[journalDays, stream]],
    DeliveryGivenUp: ({ stream }) => [[journalDays, stream]],
    RedeliveryRequested: ({ stream }) => [[journalDays, stream]],
    TestDeliveryRequested: ({ stream }) => [[journalDays, stream]],
    DeliveryRecovered: ({ stream }) => [[journalDays, stream]],
  },
  on: {
    RetentionApplied: applyRetention,
    MessagesExpired: applyExpiry,
    ProviderEventReceived: (event, rows) => listStream('providerEvent', event, rows),
    ProviderPayloadReceived: (event, rows) => listStream('providerEvent', event, rows),
    ProviderEventReduced: (event, rows) => listStream('providerEvent', event, rows),
    ProviderPostReceived: null,
    DeliveryAttempted: (event, rows) => listStream('webhookDelivery', event, rows),
    DeliveryGivenUp: (event, rows) => listStream('webhookDelivery', event, rows),
    RedeliveryRequested: (event, rows) => listStream('webhookDelivery', event, rows),
    TestDeliveryRequested: (event, rows) => listStream('webhookDelivery', event, rows),
    DeliveryRecovered: (event, rows) => listStream('webhookDelivery', event, rows),
  },
})

async function listStream(
  category: KeptJournal,
  { stream, position, metadata }: RecordedEvent,
  rows: Rows,
): Promise<void> {
  const day = dayOf(stream)
  if (day === null) return
  const kept_for = retentionRowId(category, metadata.account_id)
  const known = await rows.get(journalDays, stream)
  rows.put(journalDays, { kept_for, day, ...known, id: stream, position: Number(position) })
}

/**
 * Unlists streams that the previous fact had released: they were deleted before this fact was recorded. A stream with
 * an event after that fact stays listed: the event may have come after the deletion, so the stream is deleted once
 * more.
 */
async function applyRetention(
  { data, position }: RecordedEvent<RetentionApplied>,
  rows: Rows,
): Promise<void> {
  const { category, account_id, before: gone_before } = data
  const id = retentionRowId(category, account_id)
  const known = await rows.get(retentions, id)
  rows.put(retentions, { id, gone_before, position: Number(position) })
  if (known === undefined) return
  const before = `${deletableDay(known.gone_before)}~`
  const span = { key: 'kept_for', value: id, time: 'day', before } as const
  for (const day of await rows.findBefore(journalDays, span, ['position']))
    if (day.position < known.position) rows.remove(journalDays, day.id)
}

async function applyExpiry(
  { data: { account_id, before }, position }: RecordedEvent<MessagesExpired>,
  rows: Rows,
): Promise<void> {
  const id = retentionRowId('messages', account_id)
  await rows.get(retentions, id)
  rows.put(retentions, { id, gone_before: before, position: Number(position) })
  if (account_id !== null) await expireMessages(rows, { account_id, before })
}
