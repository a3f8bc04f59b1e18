import { arrivalId, idOf, providerMessageId } from '@recado/application/ids'
import type { DomainEvent, SealedType } from '@recado/domain/personal-fields'
import type { MessageStatusReported } from '@recado/domain/provider-message/events'
import type { SaleRecorded } from '@recado/domain/sale/events'
import type { DeliveryAttempted } from '@recado/domain/webhook-delivery/events'
import { keysOf, type RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Handler, Rows } from '../engine/projection.ts'
import { table } from '../engine/table.ts'
import { deliveries } from '../webhooks/projection/delivery-rows.ts'
import { contactIdentities } from './contact-identity-row.ts'
import { contacts } from './contact-row.ts'
import { conversations } from './conversation-row.ts'
import { erasedIds, erasures } from './erasure-row.ts'
import { importedMessages } from './imported-message-row.ts'
import { messages } from './message-row.ts'
import { providerMessages } from './provider-messages.ts'
import { sales } from './sales.ts'

/** A fact that was recorded after the search had passed it; the contact is the erased one. */
export const lateFacts = table<{
  readonly id: string
  readonly contact_id: string
  readonly event_id: string
  readonly position: number
  /** From 1 for each person; null until the log says that it came late. */
  readonly arrival: number | null
}>({ name: 'late_facts' })

/** The facts that say something of a person. */
export type SealedFact = Extract<DomainEvent, { type: SealedType }>

/** The erased contact that a fact is about; undefined if it is about nobody who was erased. */
type Whose<Type extends SealedType> = (
  event: RecordedEvent<Extract<DomainEvent, { type: Type }>>,
  rows: Rows,
) => Promise<string | undefined>

/**
 * Whom a fact is about that may be recorded while an erasure is under way, or after it: what a search has passed it does
 * not see. Null for a fact that is about no contact, or that something else finds.
 */
const WHOSE: { readonly [Type in SealedType]: Whose<Type> | null } = {
  CallReceived: ofConversation,
  ContactIdentityConflict: ofContact,
  ContactIdentityLinked: ofContact,
  ContactIdentityUnlinked: ofContact,
  ContactRenamed: ofContact,
  ContactSessionRecorded: ofContact,
  ConversationAssigned: ofConversation,
  ConversationTagged: ofConversation,
  DeliveryAttempted: ofDelivery,
  IdentityClaimed: ofContact,
  IdentityReplaced: ofIdentity,
  ImportedMediaReceived: ofMessage,
  InternalNoteChanged: ofConversation,
  MediaReceived: ofMessage,
  MessageContentReceived: ofConversation,
  MessageEdited: ofConversation,
  MessageImported: ofConversation,
  MessageReceived: ofConversation,
  MessageRetranslated: ofConversation,
  MessageRevoked: ofConversation,
  MessageSendDeferred: ofConversation,
  MessageSendGivenUp: ofConversation,
  MessageSendRefused: ofConversation,
  MessageSendRequested: ofConversation,
  MessageSendUnresolved: ofConversation,
  MessageSent: ofConversation,
  MessageSentElsewhere: ofConversation,
  MessageStatusReported: ofReport,
  SaleRecorded: ofSale,
  // The erasure itself frees identities, and searches their streams afterwards.
  IdentityReleased: null,
  // Intake notes raw events by itself, with their parts and posts; what is kept of one for others is theirs.
  ProviderEventReceived: null,
  ProviderEventReduced: null,
  ProviderPayloadReceived: null,
  ProviderPostReceived: null,
  // A file belongs to whom it is sent to, and the send is about that person.
  MediaUploaded: null,
  // Of the business, its numbers, users and webhooks.
  AccountOpened: null,
  ApiKeyIssued: null,
  BusinessProfileChanged: null,
  ConnectionNoticed: null,
  ConnectionNumberLearned: null,
  ConnectionRegistered: null,
  ConnectionStatusChanged: null,
  NumberClaimed: null,
  TemplateSynced: null,
  TestDeliveryRequested: null,
  UserAdded: null,
  UserSignedIn: null,
  WebhookConfigured: null,
}

/** Handlers that note what says something of a person whose erasure may have passed it. */
export const LATE = Object.fromEntries(
  Object.entries(WHOSE).map(([type, whose]) => [type, whose && noting(whose as AnyWhose)]),
) as { readonly [Type in SealedType]: Handler<Extract<DomainEvent, { type: Type }>> | null }

type AnyWhose = (event: RecordedEvent, rows: Rows) => Promise<string | undefined>

function noting(whose: AnyWhose): Handler<SealedFact> {
  return async (event, rows) => {
    if (keysOf(event).length === 0) return
    const contact_id = await whose(event, rows)
    if (contact_id === undefined || (await rows.get(erasures, contact_id)) === undefined) return
    const id = arrivalId({ contact_id, event_id: event.id })
    if ((await rows.get(lateFacts, id)) !== undefined) return
    const late = { id, contact_id, event_id: event.id, position: Number(event.position) }
    rows.put(lateFacts, { ...late, arrival: null })
  }
}

type About<Name extends string> = { readonly data: Readonly<Record<Name, string>> }

async function ofConversation({ data }: About<'conversation_id'>, rows: Rows) {
  const conversation = await rows.get(conversations, data.conversation_id)
  if (conversation?.erased !== true) return undefined
  return (await rows.get(contacts, conversation.contact_id))?.survivor_id
}

async function ofContact({ data: { contact_id } }: About<'contact_id'>, rows: Rows) {
  const contact = await rows.get(contacts, contact_id)
  if (contact === undefined) return undefined
  const { survivor_id } = contact
  const survivor = survivor_id === contact_id ? contact : await rows.get(contacts, survivor_id)
  return contact.erased || survivor?.erased === true ? survivor_id : undefined
}

async function ofMessage({ data: { message_id } }: About<'message_id'>, rows: Rows) {
  const of =
    (await rows.get(messages, message_id)) ?? (await rows.get(importedMessages, message_id))
  return of?.contact_id ? ofContact({ data: { contact_id: of.contact_id } }, rows) : undefined
}

async function ofReport({ data }: RecordedEvent<MessageStatusReported>, rows: Rows) {
  const { connection_id, intent } = data
  const { provider_message_id } = intent
  const reported = providerMessageId({ connection_id, provider_message_id })
  const message_id = (await rows.get(providerMessages, reported))?.message_id ?? null
  return message_id === null ? undefined : ofMessage({ data: { message_id } }, rows)
}

async function ofIdentity({ stream }: { readonly stream: string }, rows: Rows) {
  const holder = await rows.get(contactIdentities, idOf(stream))
  return holder === undefined ? erasedOf(idOf(stream), rows) : ofContact({ data: holder }, rows)
}

/** Whose a name was before the erasure, or a raw event. */
async function erasedOf(id: string, rows: Rows): Promise<string | undefined> {
  return (await rows.get(erasedIds, id))?.contact_id
}

/** What a shop reports of the time before, by a phone that nobody has taken since, waits for nobody. */
async function ofSale({ data }: RecordedEvent<SaleRecorded>, rows: Rows) {
  const sale = await rows.get(sales, data.sale_id)
  for (const claim of [sale?.phone_claim, sale?.assumed_claim]) {
    if (!claim || (await rows.get(contactIdentities, claim)) !== undefined) continue
    const contact = await erasedOf(claim, rows)
    const erasure = contact === undefined ? undefined : await rows.get(erasures, contact)
    const isBefore = Date.parse(data.occurred_at) < Date.parse(erasure?.requested_at ?? '')
    if (isBefore) return contact
  }
  return undefined
}

async function ofDelivery({ data }: RecordedEvent<DeliveryAttempted>, rows: Rows) {
  const row = await rows.get(deliveries, data.delivery_id)
  if (row === undefined) return undefined
  const { conversation_id } = row
  // A raw event that was passed on belongs to no conversation.
  return conversation_id === null
    ? erasedOf(row.again_of ?? row.event_id, rows)
    : ofConversation({ data: { conversation_id } }, rows)
}
