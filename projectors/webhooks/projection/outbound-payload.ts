import type { OwnEvent, StructuredEvent } from '@recado/contract/whatsapp-event-names'
import type { ConnectionNoticed, ConnectionStatusChanged } from '@recado/domain/connection/events'
import type { PersonErased } from '@recado/domain/erasure/events'
import { exactText } from '@recado/domain/exact-json'
import { nativeValue } from '@recado/domain/native-json'
import type { CheckpointSigned } from '@recado/domain/seal/events'
import type { WebhookDeactivated, WebhookFailureNoticed } from '@recado/domain/webhook/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import { type ContactRow, contacts } from '../../read-models/contact-row.ts'
import { type ConversationRow, conversations } from '../../read-models/conversation-row.ts'
import { type MessageRow, messageDoc } from '../../read-models/message-row.ts'
import { userIdNear } from '../../read-models/user-id-on.ts'
import type { EndpointQueueRow } from './delivery-rows.ts'
import type { Outbound } from './store-outbound-event.ts'
import { eventNameOf, type MessageNotification } from './whatsapp-events.ts'

/** The notification about a message as customers get it, with the record as the message log shows it now. */
export async function messageOutbound(
  fact: RecordedEvent,
  notification: MessageNotification,
  message: MessageRow,
  rows: Rows,
): Promise<Outbound> {
  const contact = await rows.get(contacts, message.contact_id)
  const talk = await rows.get(conversations, message.conversation_id)
  const data = {
    conversation_id: message.conversation_id,
    contact: contactOf(message, contact, await userIdFor(message, contact, talk, rows)),
    message: messageDoc(message),
    ...(notification === 'failed' ? { error: message.error } : {}),
  }
  return structuredEvent(fact, eventNameOf(notification), message, data)
}

export function connectionOutbound(
  fact: RecordedEvent<ConnectionStatusChanged | ConnectionNoticed>,
  connection: object,
): Outbound {
  const { connection_id } = fact.data
  const change =
    fact.type === 'ConnectionStatusChanged'
      ? {
          reason: fact.data.reason,
          previous_status: fact.data.previous_status,
          details: nativeValue(fact.data.details),
        }
      : { reason: fact.data.kind, previous_status: null, details: nativeValue(fact.data.value) }
  const data = { connection, ...change }
  return structuredEvent(fact, 'whatsapp.connection.updated', { connection_id }, data)
}

/** The notice that the endpoint of a webhook fails, or that the webhook was switched off for it. */
export function failingOutbound(
  fact: RecordedEvent<WebhookFailureNoticed | WebhookDeactivated>,
  { id: connection_id, webhook_id, url, active, failing_since }: EndpointQueueRow,
): Outbound {
  const reason =
    fact.type === 'WebhookDeactivated' && fact.data.reason === 'gone' ? 'gone' : 'failing'
  const data = { webhook_id, url, active, reason, failing_since }
  const body = bodyOf(fact, 'webhook.failing', connection_id, data)
  const ids = { connection_id, conversation_id: null, message_id: null }
  return { kind: 'notice', event: 'webhook.failing', ...ids, body }
}

/** The notice that a person was erased; nothing in it is of the person. */
export function erasedOutbound(fact: RecordedEvent<PersonErased>): Outbound {
  const { contact_id, erased_at } = fact.data
  const body = bodyOf(fact, 'contact.erased', null, { contact_id, erased_at })
  const ids = { connection_id: null, conversation_id: null, message_id: null }
  return { kind: 'notice', event: 'contact.erased', ...ids, body }
}

/** A checkpoint of the account's tree, so that somebody else holds it. Its first line is the origin. */
export function sealedOutbound(fact: RecordedEvent<CheckpointSigned>): Outbound {
  const { size, root: root_hash, checkpoint, signed_at } = fact.data
  const origin = checkpoint.slice(0, checkpoint.indexOf('\n'))
  const data = { origin, size, root_hash, checkpoint, signed_at }
  const ids = { connection_id: null, conversation_id: null, message_id: null }
  return {
    kind: 'notice',
    event: 'log.sealed',
    ...ids,
    body: bodyOf(fact, 'log.sealed', null, data),
  }
}

function structuredEvent(
  fact: RecordedEvent,
  type: StructuredEvent,
  of: Pick<MessageRow, 'connection_id'> & Partial<Pick<MessageRow, 'id' | 'conversation_id'>>,
  data: object,
): Outbound {
  const { connection_id, conversation_id = null, id: message_id = null } = of
  const body = bodyOf(fact, type, connection_id, data)
  const ids = { connection_id, conversation_id, message_id }
  return { kind: 'structured', event: type, ...ids, body }
}

function bodyOf(
  { id, metadata }: RecordedEvent,
  type: OwnEvent,
  connection_id: string | null,
  data: object,
): string {
  const { account_id, recorded_at: timestamp } = metadata
  return exactText({ id, type, timestamp, account_id, connection_id, sequence: null, data })
}

/** The BSUID of the message's own connection or business account: a person has another one in each portfolio. */
async function userIdFor(
  { connection_id, contact_id, party_business_scoped_user_id: named }: MessageRow,
  contact: ContactRow | undefined,
  talk: ConversationRow | undefined,
  rows: Rows,
): Promise<string | null> {
  const known = talk?.business_scoped_user_id ?? named
  const person = contact?.survivor_id ?? contact_id
  return known ?? userIdNear(rows, { connection_id, contact_id: person })
}

function contactOf(
  { contact_id, ...message }: MessageRow,
  contact: ContactRow | undefined,
  userId: string | null,
) {
  return {
    id: contact_id,
    name: contact?.name ?? null,
    phone: contact?.phone ?? message.party_phone,
    business_scoped_user_id: userId,
  }
}
