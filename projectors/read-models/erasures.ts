import { arrivalId, idOf } from '@recado/application/ids'
import type { AccountErased } from '@recado/domain/account/events'
import type { ContactErased } from '@recado/domain/contact/events'
import type {
  ErasedKind,
  ErasureEvent,
  PersonalDataArrived,
  PersonalDataFound,
  PersonErased,
} from '@recado/domain/erasure/events'
import type { SendError } from '@recado/domain/message/events'
import type { UserErased } from '@recado/domain/user/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { type Projection, projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { deliveries } from '../webhooks/projection/delivery-rows.ts'
import { eraseDelivery, eraseOutbound } from '../webhooks/projection/erase-deliveries.ts'
import { erasedOutbound } from '../webhooks/projection/outbound-payload.ts'
import { outboundEvents } from '../webhooks/projection/outbound-rows.ts'
import { storeOutboundEvent } from '../webhooks/projection/store-outbound-event.ts'
import { contacts, ERASED_CONTACT } from './contact-row.ts'
import { conversations, ERASED_CONVERSATION } from './conversation-row.ts'
import { type ErasureRow, erasedIds, erasures } from './erasure-row.ts'
import { importedMessages } from './imported-message-row.ts'
import { LATE, lateFacts, type SealedFact } from './late-facts.ts'
import { media, WITHOUT_NAME } from './media.ts'
import { ERASED_MESSAGE, messages } from './message-row.ts'
import { providerMessages } from './provider-messages.ts'
import { emptyRawEvent, rawEvents } from './raw-events.ts'
import { sales } from './sales.ts'

type Left = NonNullable<ErasureRow['left_at_provider']>

const change = rowChanger(erasures)
const changeContact = rowChanger(contacts)
const changeConversation = rowChanger(conversations)
const changeReported = rowChanger(providerMessages)
const changeImported = rowChanger(importedMessages)
const changeSale = rowChanger(sales)
const changeMedium = rowChanger(media)

/** The erased contact, and the position of the fact that names what is erased of it. */
type By = { readonly contact_id: string; readonly position: number }

/** A row that loses what it says of a person; `table` lets a batch load all such rows in one statement. */
type Erasable = {
  readonly table: { readonly name: string }
  readonly erase: (rows: Rows, id: string, by: By) => Promise<void>
}

/** What loses something. Contacts and conversations lose it with `ContactErased`, and again with each message. */
const ERASABLE: Readonly<Record<ErasedKind, Erasable | null>> = {
  contact: null,
  conversation: null,
  identity: {
    table: erasedIds,
    erase: noteErasedId,
  },
  message: { table: messages, erase: eraseMessage },
  imported_message: {
    table: importedMessages,
    erase: (rows, id) => {
      const { pricing: _, ...erased } = ERASED_MESSAGE
      return changeImported(rows, id, erased)
    },
  },
  provider_message: {
    table: providerMessages,
    erase: (rows, id) =>
      changeReported(rows, id, ({ reports }) => ({
        status_keys: [],
        reports: reports.map(({ status, at, error }) => ({
          ...{ status, at },
          error: error && withoutWords(error),
        })),
      })),
  },
  sale: {
    table: sales,
    erase: (rows, id) => changeSale(rows, id, { phone_claim: null, assumed_claim: null }),
  },
  media: { table: media, erase: (rows, id) => changeMedium(rows, id, WITHOUT_NAME) },
  raw_event: { table: rawEvents, erase: eraseRawEvent },
  delivery: {
    table: deliveries,
    erase: async (rows, id, { contact_id, position }) => {
      if (await eraseDelivery(rows, id)) await change(rows, contact_id, { ended: position })
    },
  },
  event: { table: outboundEvents, erase: eraseOutbound },
}

/** How far erasures are, and what they took from all other tables. Runs last. */
export const erasuresProjection: Projection = projection<
  ContactErased | UserErased | AccountErased | ErasureEvent | SealedFact
>({
  name: 'erasures',
  tables: [erasures, erasedIds, lateFacts],
  ddl: new URL('./erasures.sql', import.meta.url),
  needs: { PersonalDataFound: ({ data }) => needsOf(data) },
  on: {
    ...LATE,
    ContactErased: ({ data: { contact_id: id, erased_at: requested_at }, metadata }, rows) =>
      begin(rows, { id, kind: 'contact', account_id: String(metadata.account_id), requested_at }),
    IdentityReleased: async ({ stream, data: { erasure } }, rows) => {
      if (erasure !== undefined) await noteErasedId(rows, idOf(stream), erasure)
    },
    UserErased: ({ data: { user_id: id, account_id, erased_at: requested_at } }, rows) =>
      begin(rows, { id, kind: 'user', account_id, requested_at }),
    AccountErased: ({ data: { account_id: id, erased_at: requested_at } }, rows) =>
      begin(rows, { id, kind: 'account', account_id: id, requested_at }),
    PersonalDataFound: eraseFound,
    PersonalDataListed: ({ data: { contact_id, listed_at, recipients = [] } }, rows) =>
      change(rows, contact_id, { listed_at, recipients }),
    PersonalDataArrived: noteArrival,
    PersonErased: endErasure,
    UserKeysDestroyed: ({ data: { user_id, destroyed_at, keys } }, rows) =>
      change(rows, user_id, { erased_at: destroyed_at, keys }),
    AccountKeysDestroyed: ({ data: { account_id, destroyed_at, keys } }, rows) =>
      change(rows, account_id, { erased_at: destroyed_at, keys }),
  },
})

type Begun = Pick<ErasureRow, 'id' | 'account_id' | 'kind' | 'requested_at'>

async function begin(rows: Rows, begun: Begun): Promise<void> {
  if ((await rows.get(erasures, begun.id)) !== undefined) return
  const nothing = { found: {}, left_at_provider: null, recipients: [] }
  const unknown = { listed_at: null, erased_at: null, keys: null, ended: null }
  rows.put(erasures, { ...begun, ...nothing, ...unknown, arrived: 0, handled: 0 })
}

async function noteArrival(
  { data: { contact_id, event_id, position } }: RecordedEvent<PersonalDataArrived>,
  rows: Rows,
): Promise<void> {
  const erasure = await rows.get(erasures, contact_id)
  if (erasure === undefined) return
  const arrived = erasure.arrived + 1
  const id = arrivalId({ contact_id, event_id })
  await rows.get(lateFacts, id)
  const late = { id, contact_id, event_id, position: Number(position) }
  rows.put(lateFacts, { ...late, arrival: arrived })
  rows.put(erasures, { ...erasure, arrived })
}

/** Tells webhooks of the first end only: what arrives late is nobody's news. */
async function endErasure(fact: RecordedEvent<PersonErased>, rows: Rows): Promise<void> {
  const { contact_id, erased_at, keys, arrivals = 0 } = fact.data
  const row = await rows.get(erasures, contact_id)
  if (row === undefined) return
  if (row.erased_at === null) await storeOutboundEvent(fact, erasedOutbound(fact), rows)
  const ended = { erased_at: row.erased_at ?? erased_at, keys: (row.keys ?? 0) + keys }
  rows.put(erasures, { ...row, ...ended, handled: arrivals })
}

async function noteErasedId(
  rows: Rows,
  id: string,
  { contact_id }: Pick<By, 'contact_id'>,
): Promise<void> {
  if ((await rows.get(erasedIds, id))?.contact_id !== contact_id)
    rows.put(erasedIds, { id, contact_id })
}

function needsOf({ kind, ids }: PersonalDataFound['data']) {
  const erasable = ERASABLE[kind]
  return erasable === null ? [] : ids.map((id) => [erasable.table, id] as const)
}

async function eraseFound(
  { data, position }: RecordedEvent<PersonalDataFound>,
  rows: Rows,
): Promise<void> {
  const { contact_id, kind, ids, left_at_provider: left } = data
  const by = { contact_id, position: Number(position) }
  for (const id of ids) await ERASABLE[kind]?.erase(rows, id, by)
  await change(rows, contact_id, ({ found, left_at_provider }) => ({
    found: { ...found, [kind]: (found[kind] ?? 0) + ids.length },
    left_at_provider: left === undefined ? left_at_provider : bothLeft(left, left_at_provider),
  }))
}

function bothLeft(one: Left, other: Left | null): Left {
  if (other === null) return one
  const [, until = one.until] = [one.until, other.until].sort()
  return { files: one.files + other.files, until }
}

/** What came in while the erasure began has shown its words, and its person, in the conversation too. */
async function eraseMessage(rows: Rows, id: string): Promise<void> {
  const row = await rows.get(messages, id)
  if (row === undefined) return
  const unknown = { earlier_provider_ids: null, biz_opaque_callback_data: null, payload: null }
  const error = row.error && withoutWords(row.error)
  rows.put(messages, { ...row, ...ERASED_MESSAGE, ...unknown, request_id: null, error })
  await changeContact(rows, row.contact_id, ERASED_CONTACT)
  await changeConversation(rows, row.conversation_id, ERASED_CONVERSATION)
}

function withoutWords(error: SendError): SendError {
  return { ...error, title: '', details: null }
}

/** What it holds of others was kept before. */
async function eraseRawEvent(rows: Rows, id: string, { contact_id }: By): Promise<void> {
  if ((await rows.get(erasedIds, id)) === undefined) rows.put(erasedIds, { id, contact_id })
  const row = await rows.get(rawEvents, id)
  if (row === undefined || row.reduced_for.includes(contact_id)) return
  await emptyRawEvent(rows, { ...row, payload: {} })
}
