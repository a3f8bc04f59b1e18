import { rawEventsOfAccount } from '@recado/application/read-models/lists/raw-events'
import type { RawEvent } from '@recado/contract/raw-event'
import { type Native, nativeText } from '@recado/domain/native-json'
import type {
  ProviderEventEvent,
  ProviderEventReduced,
  ProviderPayloadReceived,
} from '@recado/domain/provider-event/events'
import type { RetentionApplied } from '@recado/domain/retention/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { nativeNames } from '@recado/infra/providers/native-names'
import type { ProviderKinds } from '@recado/infra/providers/provider'
import { logId } from '../engine/log-id.ts'
import { type Projection, projection, type Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { keepList, totalOf } from './keep-list.ts'
import { isGone, needsOfRetention } from './retention.ts'

type RawEventRow = {
  readonly id: string
  readonly account_id: string
  readonly connection_id: string
  readonly source: string
  readonly event: string
  readonly known_event: string | null
  readonly log_id: number
  readonly position: number
  readonly payload: Native
  readonly received_at: string
  /** As `received_at`, but never earlier than that of the previous event on the list. */
  readonly created_at: string
  readonly account_pos: number
  /** How many parts the payload has in `raw_event_parts`; 0 when this row has it. */
  readonly payload_parts: number
  /** Whether it was about a person that was erased: then the payload is empty, or holds what is left for others. */
  readonly erased: boolean
  /** The erased contacts for whom what the event holds of others was kept. */
  readonly reduced_for: readonly string[]
}

export const rawEvents = table<RawEventRow>({
  name: 'raw_events',
  // A row may hold a POST of 3 MB.
  maxCached: 0,
  lists: [keepList(rawEventsOfAccount, { clamp: 'created_at' })],
  docs: {
    doc: (row) =>
      row.payload_parts === 0
        ? jsonAroundPayload(row).join(nativeText(row.payload))
        : jsonAroundPayload(row)[0],
    doc_end: (row) => (row.payload_parts === 0 ? '' : jsonAroundPayload(row)[1]),
  },
})

/** Parts of payloads that are larger than a record; a reader joins them. */
const rawEventParts = table<ProviderPayload & { readonly id: string; readonly account_id: string }>(
  {
    name: 'raw_event_parts',
    maxCached: 0,
  },
)

type ProviderPayload = Pick<
  ProviderPayloadReceived['data'],
  'raw_event_id' | 'part' | 'body' | 'received_at'
>

/** The JSON of a `RawEvent` before and after its payload. */
function jsonAroundPayload(row: RawEventRow): readonly [string, string] {
  const { log_id: id, source, event, connection_id, created_at } = row
  const of = { id, source, event, connection_id }
  const before: Omit<RawEvent, 'payload' | 'created_at'> = row.erased ? { ...of, erased: true } : of
  return [
    `${JSON.stringify(before).slice(0, -1)},"payload":`,
    `,"created_at":${JSON.stringify(created_at)}}`,
  ]
}

/** The log of raw provider events. A journal may hold an event twice; the first one counts. */
export function rawEventsProjection(providers: ProviderKinds): Projection {
  const names = nativeNames(providers)
  return projection<ProviderEventEvent | RetentionApplied>({
    name: 'raw_events',
    tables: [rawEvents, rawEventParts],
    ddl: new URL('./raw-events.sql', import.meta.url),
    needs: {
      ProviderEventReceived: ({ id, metadata }) => [
        [rawEvents, id],
        totalOf(rawEventsOfAccount, metadata.account_id),
        needsOfRetention('providerEvent', metadata.account_id),
      ],
    },
    on: {
      ProviderEventReceived: async (event, rows) => {
        const { id, data, metadata } = event
        if (metadata.account_id === null || data.connection_id === null) return
        if (await isGone(rows, 'providerEvent', metadata.account_id, data.received_at)) return
        if ((await rows.get(rawEvents, id)) !== undefined) return
        rows.put(rawEvents, {
          id,
          account_id: metadata.account_id,
          connection_id: data.connection_id,
          source: data.source,
          event: data.event,
          known_event: names.has(data.event) ? data.event : null,
          log_id: logId(event),
          position: Number(event.position),
          payload: data.payload,
          payload_parts: data.payload_parts ?? 0,
          erased: false,
          reduced_for: [],
          received_at: data.received_at,
          created_at: data.received_at,
          account_pos: 0,
        })
      },
      ProviderPayloadReceived: async ({ id, data, metadata }, rows) => {
        const { raw_event_id, part, body, received_at } = data
        const { account_id } = metadata
        if (account_id === null || (await rows.get(rawEventParts, id)) !== undefined) return
        if (await isGone(rows, 'providerEvent', account_id, received_at)) return
        rows.put(rawEventParts, { id, account_id, raw_event_id, received_at, part, body })
      },
      ProviderPostReceived: null,
      ProviderEventReduced: reduce,
      RetentionApplied: removeOld,
    },
  })
}

async function reduce({ data }: RecordedEvent<ProviderEventReduced>, rows: Rows): Promise<void> {
  const { raw_event_id, contact_id, payload } = data
  const row = await rows.get(rawEvents, raw_event_id)
  if (row === undefined) return
  await emptyRawEvent(rows, { ...row, payload, reduced_for: [...row.reduced_for, contact_id] })
}

/** Shows that a raw event was about a person that was erased. */
export async function emptyRawEvent(rows: Rows, row: RawEventRow): Promise<void> {
  rows.put(rawEvents, { ...row, created_at: row.received_at, payload_parts: 0, erased: true })
  for (const part of await rows.find(rawEventParts, 'raw_event_id', row.id))
    rows.remove(rawEventParts, part.id)
}

async function removeOld({ data }: RecordedEvent<RetentionApplied>, rows: Rows): Promise<void> {
  const { account_id, category, before } = data
  if (category !== 'providerEvent' || account_id === null) return
  const span = { key: 'account_id', value: account_id, time: 'received_at', before } as const
  for (const { id } of await rows.findBefore(rawEvents, span)) rows.remove(rawEvents, id)
  for (const { id } of await rows.findBefore(rawEventParts, span)) rows.remove(rawEventParts, id)
}
