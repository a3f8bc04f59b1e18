import { randomUUID } from 'node:crypto'
import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'

export const wabaId = '102290129340398'
export const phoneNumberId = '106540352242922'

/** A contact as Meta lists it beside its messages. */
export const ana = {
  profile: { name: 'Ana', username: '@ana.reis' },
  wa_id: '553187654321',
  user_id: 'BR.1A2B3C',
}

type Json = Record<string, unknown>

/** A POST of Meta with one change. */
export function graphPost(value: Json, field = 'messages') {
  const metadata = { display_phone_number: '551133334444', phone_number_id: phoneNumberId }
  const named = field === 'messages' ? { messaging_product: 'whatsapp', metadata, ...value } : value
  return {
    object: 'whatsapp_business_account',
    entry: [{ id: wabaId, time: 1767225600, changes: [{ field, value: named }] }],
  }
}

/** A text message of Ana. */
export function textMessage(id: string, body = 'Oi', others: Json = {}) {
  return {
    from: ana.wa_id,
    from_user_id: ana.user_id,
    id,
    timestamp: '1767225599',
    type: 'text',
    text: { body },
    ...others,
  }
}

/** The raw event that the hook makes of a POST. */
export function rawOf(payload: object, event = 'messages'): ProviderEventReceived['data'] {
  return {
    connection_id: '9d1f0d2e-0b1c-4c55-9a64-0f3c9d2b1c01',
    source: 'official',
    event,
    payload,
    body: null,
    signature: null,
    body_sha256: '0'.repeat(64),
    received_at: '2026-01-01T00:00:05.000Z',
  }
}

let position = 0n

/** The raw event as stored in the log, at a new position. */
export function rawEvent(
  data: ProviderEventReceived['data'],
  account_id: string,
  at?: { id?: string; position?: bigint },
): RecordedEvent<ProviderEventReceived> {
  position += 1n
  const id = at?.id ?? randomUUID()
  return {
    type: 'ProviderEventReceived',
    // Provider message ids belong to a connection, so each account has one connection, with the account's id.
    data: { ...data, connection_id: account_id },
    id,
    stream: `providerEvent-${account_id}.20260101`,
    revision: position,
    position: at?.position ?? position,
    created: data.received_at,
    metadata: {
      account_id,
      actor: { type: 'provider', id: account_id },
      $correlationId: id,
      $causationId: id,
      recorded_at: data.received_at,
      schema_version: 1,
      request_id: null,
    },
  }
}
