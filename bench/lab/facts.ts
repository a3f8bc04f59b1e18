import { randomUUID } from 'node:crypto'
import type { MessageReceived } from '@recado/domain/message/events'
import type { FactMetadata, NewEvent } from '@recado/infra/event-store/event-store'

/** The account, connection, conversation and contact of a message. */
export type Place = {
  readonly account_id: string
  readonly connection_id: string
  readonly conversation_id: string
  readonly contact_id: string
}

/** A place with new ids. */
export function nowhere(): Place {
  return {
    account_id: randomUUID(),
    connection_id: randomUUID(),
    conversation_id: randomUUID(),
    contact_id: randomUUID(),
  }
}

/** The metadata of a fact. */
export function metadataOf(account_id: string): FactMetadata {
  const id = randomUUID()
  return {
    account_id,
    actor: { type: 'system', id: 'bench' },
    $correlationId: id,
    $causationId: id,
    recorded_at: new Date().toISOString(),
    schema_version: 1,
    request_id: null,
  }
}

/** A fact that is not appended yet. */
export function newFact<E extends { type: string; data: object }>(
  account_id: string,
  fact: E,
): NewEvent<E> {
  return { ...fact, id: randomUUID(), metadata: metadataOf(account_id) }
}

/** A text message of ordinary length from a person. */
export function textReceived(place: Place = somewhere): NewEvent<MessageReceived> {
  const { account_id, ...ids } = place
  const message_id = randomUUID()
  const at = new Date().toISOString()
  const wamid = `wamid.${message_id}`
  const text = 'Bom dia! Queria saber se o pedido ja saiu para entrega.'
  return newFact(account_id, {
    type: 'MessageReceived',
    data: {
      ...ids,
      message_id,
      raw_event_id: randomUUID(),
      recorded_at: at,
      intent: {
        provider_message_id: wamid,
        message_type: 'text',
        text,
        content: null,
        party: {
          phone: '5531987654321',
          business_scoped_user_id: 'BR.1A2B3C',
          parent_business_scoped_user_id: null,
          username: null,
          lid: null,
        },
        profile_name: 'Ana Reis',
        reply_to_message_id: null,
        provider_timestamp: at,
        referral: null,
        payload: { id: wamid, type: 'text', from: '5531987654321', text: { body: text } },
      },
    },
  })
}

const somewhere = nowhere()

/** The facts that create the contacts and conversations of these places, each with its stream. */
export function introductions(
  places: readonly Place[],
): readonly { readonly stream: string; readonly fact: NewEvent }[] {
  const at = new Date().toISOString()
  return places.flatMap(({ account_id, connection_id, contact_id, conversation_id }) => {
    const created = { type: 'ContactCreated', data: { contact_id, created_at: at } }
    const ids = { contact_id, conversation_id, connection_id }
    const opened = { type: 'ConversationOpened', data: { ...ids, opened_at: at } }
    return [
      { stream: `contact-${contact_id}`, fact: newFact(account_id, created) },
      { stream: `conversation-${conversation_id}`, fact: newFact(account_id, opened) },
    ]
  })
}
