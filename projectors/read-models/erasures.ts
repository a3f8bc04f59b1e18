import type { ContactErased } from '@recado/domain/contact/events'
import type { ErasedKind, ErasureEvent, PersonalDataFound } from '@recado/domain/erasure/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type Projection, projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'
import { deliveries } from '../webhooks/projection/delivery-rows.ts'
import { eraseDelivery, eraseOutbound } from '../webhooks/projection/erase-deliveries.ts'
import { outboundEvents } from '../webhooks/projection/outbound-rows.ts'
import { importedMessages } from './imported-message-row.ts'
import { media } from './media.ts'
import { ERASED_MESSAGE, messages } from './message-row.ts'
import { rawEventParts, rawEvents } from './raw-events.ts'
import { sales } from './sales.ts'

type ErasureRow = {
  readonly id: string
  readonly account_id: string
  readonly requested_at: string
  /** How much was found, by kind. */
  readonly found: Readonly<Partial<Record<ErasedKind, number>>>
  readonly listed_at: string | null
  readonly erased_at: string | null
  readonly keys: number | null
}

const erasures = table<ErasureRow>({ name: 'erasures' })

const change = rowChanger(erasures)
const changeMessage = rowChanger(messages)
const changeImported = rowChanger(importedMessages)
const changeSale = rowChanger(sales)
const changeMedium = rowChanger(media)

/** How a thing loses what it says of a person. Contacts and conversations lose it with `ContactErased`. */
const ERASE: Readonly<Record<ErasedKind, ((rows: Rows, id: string) => Promise<void>) | null>> = {
  contact: null,
  conversation: null,
  message: (rows, id) =>
    changeMessage(rows, id, ({ error }) => ({
      ...ERASED_MESSAGE,
      earlier_provider_ids: null,
      biz_opaque_callback_data: null,
      payload: null,
      request_id: null,
      error: error && { ...error, title: '', details: null },
    })),
  imported_message: (rows, id) => {
    const { pricing: _, ...erased } = ERASED_MESSAGE
    return changeImported(rows, id, erased)
  },
  sale: (rows, id) => changeSale(rows, id, { phone_claim: null, assumed_claim: null }),
  media: (rows, id) => changeMedium(rows, id, { filename: null }),
  raw_event: eraseRawEvent,
  delivery: eraseDelivery,
  event: eraseOutbound,
}

/** The rows that lose something, by kind, so that a batch loads them in one statement. */
const TABLES: Readonly<Record<ErasedKind, { readonly name: string } | null>> = {
  contact: null,
  conversation: null,
  message: messages,
  imported_message: importedMessages,
  sale: sales,
  media,
  raw_event: rawEvents,
  delivery: deliveries,
  event: outboundEvents,
}

/** How far erasures are, and what they took from all other tables. Runs last. */
export const erasuresProjection: Projection = projection<ContactErased | ErasureEvent>({
  name: 'erasures',
  tables: [erasures],
  ddl: new URL('./erasures.sql', import.meta.url),
  needs: { PersonalDataFound: ({ data }) => needsOf(data) },
  on: {
    ContactErased: async ({ data: { contact_id: id, erased_at }, metadata }, rows) => {
      const account_id = metadata.account_id as string
      if ((await rows.get(erasures, id)) !== undefined) return
      const unknown = { found: {}, listed_at: null, erased_at: null, keys: null }
      rows.put(erasures, { id, account_id, requested_at: erased_at, ...unknown })
    },
    PersonalDataFound: eraseFound,
    PersonalDataListed: ({ data }, rows) =>
      change(rows, data.contact_id, { listed_at: data.listed_at }),
    PersonErased: ({ data: { contact_id, erased_at, keys } }, rows) =>
      change(rows, contact_id, { erased_at, keys }),
  },
})

function needsOf({ kind, ids }: PersonalDataFound['data']) {
  const of = TABLES[kind]
  return of === null ? [] : ids.map((id) => [of, id] as const)
}

async function eraseFound(
  { data: { contact_id, kind, ids } }: RecordedEvent<PersonalDataFound>,
  rows: Rows,
): Promise<void> {
  const erase = ERASE[kind]
  if (erase !== null) for (const id of ids) await erase(rows, id)
  await change(rows, contact_id, ({ found }) => ({
    found: { ...found, [kind]: (found[kind] ?? 0) + ids.length },
  }))
}

async function eraseRawEvent(rows: Rows, id: string): Promise<void> {
  const row = await rows.get(rawEvents, id)
  if (row === undefined) return
  const created_at = row.received_at
  rows.put(rawEvents, { ...row, created_at, payload: {}, payload_parts: 0, erased: true })
  for (const part of await rows.find(rawEventParts, 'raw_event_id', id))
    rows.remove(rawEventParts, part.id)
}
