import type { KeptJournal } from '@recado/domain/retention/events'
import { messageName } from '@recado/infra/sealing/stand-in'
import { uuidOf } from '@recado/infra/uuid-v5'

/**
 * The namespaces of computed ids whose parts nobody guesses; `person-ids.ts` has the others. Ids of several kinds share
 * one where their parts differ. Never change a value: what is stored under an id would no longer be found.
 */
const NAMESPACES = {
  connectionNumber: '0e0f4f0e-5a3c-4f0b-9d2a-2b7f0e6b1a01',
  contact: '3b8a7c52-97b4-4e0b-8a36-5e1d7f4c2a02',
  conversation: '7f25c1de-e6a8-4d59-9c70-1f3b5a8e4c04',
  message: '8c93e0b7-2d14-4a6f-a58b-c7d90f1e3b05',
  providerMessage: '94b6d3a1-f702-4c8e-8e13-6a5f2c9b7d06',
  media: 'a7e1095c-3b86-4d2f-b94e-0d8c6f3a5e07',
  template: 'b25f7d48-6c19-4ea3-8f60-e3a1b4d79c08',
  providerEvent: 'd6039fb2-a84d-4c71-9be5-2f6c8e0d4b0a',
  event: 'e81b52c7-7fe0-4d96-b308-9c4a6d2f5e0b',
  delivery: 'f9c6a4d5-1e72-4b0d-8a97-d5b3f0e82c0c',
  call: '1a7d3c9e-4b58-4f26-9d07-e6c2b8f54a0d',
} as const

/** Ids as named parameters: of two ids in a row, a swapped pair would compile. */
export type Ids<Name extends string> = Readonly<Record<Name, string>>

/** The name of an aggregate's or a journal's stream. */
export function streamOf({ category }: { readonly category: string }, id: string): string {
  return `${category}-${id}`
}

/** The part of a stream's name after its category. */
export function idOf(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1)
}

/** Id of the stream of what was deleted from an account's journals; null for what belongs to no account. */
export function retentionId(accountId: string | null): string {
  return accountId ?? 'installation'
}

/** Id of the row that says up to when a journal of the account was deleted. */
export function retentionRowId(
  category: KeptJournal | 'messages',
  accountId: string | null,
): string {
  return `${category}:${retentionId(accountId)}`
}

/** Id of the stream that says which connection has a number. @param number what the provider calls it by */
export function connectionNumberId({ provider, number }: Ids<'provider' | 'number'>): string {
  return uuidOf(NAMESPACES.connectionNumber, provider, number)
}

/** Id of the contact that a claim creates, by the claim's place in its stream: a replay computes the same one. */
export function contactId(claimStream: string, claimRevision: bigint): string {
  return uuidOf(NAMESPACES.contact, claimStream, String(claimRevision))
}

/** Id of the one conversation of a contact on a connection. */
export function conversationId({
  connection_id,
  contact_id,
}: Ids<'connection_id' | 'contact_id'>): string {
  return uuidOf(NAMESPACES.conversation, connection_id, contact_id)
}

/** Id of the row that lists a person on a connection. */
export function membershipId({
  connection_id,
  contact_id,
}: Ids<'connection_id' | 'contact_id'>): string {
  return uuidOf(NAMESPACES.conversation, 'member', connection_id, contact_id)
}

/** Id of a message that a provider reports; the same for each repeat. */
export function messageId({
  connection_id,
  provider_message_id,
}: Ids<'connection_id' | 'provider_message_id'>): string {
  return uuidOf(
    NAMESPACES.message,
    connection_id,
    messageName({ connection_id, provider_message_id }),
  )
}

/** Id of the stream of a provider's statuses of a message. */
export function providerMessageId({
  connection_id,
  provider_message_id,
}: Ids<'connection_id' | 'provider_message_id'>): string {
  return uuidOf(
    NAMESPACES.providerMessage,
    connection_id,
    messageName({ connection_id, provider_message_id }),
  )
}

/** Id of a file of a connection. */
export function mediaId({
  connection_id,
  provider_media_id,
}: Ids<'connection_id' | 'provider_media_id'>): string {
  return uuidOf(NAMESPACES.media, connection_id, provider_media_id)
}

/** Id of a template of a business account. @param waba_id empty where the connection has none */
export function templateId({
  account_id,
  waba_id,
  name,
  language,
}: Ids<'account_id' | 'waba_id' | 'name' | 'language'>): string {
  return uuidOf(NAMESPACES.template, account_id, waba_id, name, language)
}

/** @param name what identifies the event, after the hash of its POST unless the provider named it */
export function rawEventId(...name: readonly (string | number)[]): string {
  return uuidOf(NAMESPACES.providerEvent, ...name)
}

/** Id of the fact with a part of a large payload. */
export function payloadPartId(rawEventId: string, part: number): string {
  return uuidOf(NAMESPACES.providerEvent, rawEventId, 'payload', part)
}

/** Id of the fact with a part of a post's body. @param sha256 of the whole body, hex */
export function postPartId(sha256: string, part: number): string {
  return uuidOf(NAMESPACES.providerEvent, sha256, 'post', part)
}

/** Id of the nth fact that intake records for an intent; `scope` says what the fact is about. */
export function recordedFactId({
  raw_event_id,
  intent,
  scope,
  n,
}: Ids<'raw_event_id' | 'scope'> & { readonly intent: number; readonly n: number }): string {
  return uuidOf(NAMESPACES.event, raw_event_id, intent, scope, n)
}

/** Id of the fact about an attempt to deliver: a repeat is the same event. */
export function attemptFactId({
  delivery_id,
  type,
  attempt,
}: Ids<'delivery_id' | 'type'> & { readonly attempt: number }): string {
  return uuidOf(NAMESPACES.event, delivery_id, type, attempt)
}

/** Id of a stage of an account's default funnel. */
export function firstStageId(accountId: string, kind: 'new' | 'engaged' | 'won'): string {
  return uuidOf(NAMESPACES.event, 'stage', accountId, kind)
}

/** Id of the one webhook of a connection. */
export function webhookId(connectionId: string): string {
  return uuidOf(NAMESPACES.delivery, 'webhook', connectionId)
}

/** Id of the delivery of a fact to a webhook; the same after every rebuild. */
export function deliveryId({ event_id, webhook_id }: Ids<'event_id' | 'webhook_id'>): string {
  return uuidOf(NAMESPACES.delivery, event_id, webhook_id)
}

/** Id of the fact that requests a delivery: a repeat is the same event. */
export function deliveryRequestId(deliveryId: string): string {
  return uuidOf(NAMESPACES.event, deliveryId, 'asked')
}

/** Id of a redelivery that was requested with an Idempotency-Key. */
export function keyedRedeliveryId({
  original_id,
  idempotency_key,
}: Ids<'original_id' | 'idempotency_key'>): string {
  return uuidOf(NAMESPACES.delivery, 'redelivery', original_id, idempotency_key)
}

/** Id of a test delivery that was requested with an Idempotency-Key. */
export function keyedTestId({
  connection_id,
  event,
  idempotency_key,
}: Ids<'connection_id' | 'event' | 'idempotency_key'>): string {
  return uuidOf(NAMESPACES.delivery, 'test', connection_id, event, idempotency_key)
}

/** Id of a recovery that was requested with an Idempotency-Key. @param since ISO 8601 */
export function keyedRecoveryId({
  connection_id,
  since,
  idempotency_key,
}: Ids<'connection_id' | 'since' | 'idempotency_key'>): string {
  return uuidOf(NAMESPACES.delivery, 'recovery', connection_id, since, idempotency_key)
}

/** Id of the delivery that a recovery makes of a given-up event, even if it reaches the event several times. */
export function recoveredDeliveryId({
  event_id,
  webhook_id,
  recovery_id,
}: Ids<'event_id' | 'webhook_id' | 'recovery_id'>): string {
  return uuidOf(NAMESPACES.delivery, 'recovered', event_id, webhook_id, recovery_id)
}

/** Id of the stream of a call. */
export function callId({
  connection_id,
  provider_call_id,
}: Ids<'connection_id' | 'provider_call_id'>): string {
  return uuidOf(NAMESPACES.call, connection_id, provider_call_id)
}

/** Id of the stream of what came late about an erased person, and of its row. */
export function arrivalId({ contact_id, event_id }: Ids<'contact_id' | 'event_id'>): string {
  return uuidOf(NAMESPACES.event, contact_id, event_id, 'arrived')
}
