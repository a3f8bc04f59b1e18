import type { MessageIntent } from '@recado/domain/message/events'
import { asRecord, asText, isRecord, type Json } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '../intent.ts'
import { messageContent } from '../message-content.ts'
import { unixTime } from '../unix-time.ts'
import { givenPhone } from './given-phone.ts'
import { type ChangeContacts, graphPerson, hasIdentity } from './person.ts'
import { systemMessage } from './system.ts'

/** Reads one item of `messages[]`: a message, edit or withdrawal by a person, or the notice of a new number or id. */
export function inboundMessage(
  message: Json,
  contacts: ChangeContacts,
  receivedAt: string,
): Intent | null {
  if (message.type === 'system') return systemMessage(message, receivedAt)
  if (isGroupMessage(message)) return { kind: 'set_aside', reason: 'group_message' }
  const sender = {
    phone: message.from,
    userId: message.from_user_id,
    parentId: message.from_parent_user_id,
  }
  const intent = messageIntent(message, contacts, sender, receivedAt)
  if (intent === null) return { kind: 'unreadable', reason: 'message_without_id_or_sender' }
  if (message.type !== 'edit' && message.type !== 'revoke')
    return { kind: 'received', message: intent, ...given(message) }
  const original = asText(asRecord(message[message.type]).original_message_id)
  const original_provider_message_id = original ?? asText(message.original_message_id)
  if (original_provider_message_id === null)
    return { kind: 'unreadable', reason: `${message.type}_without_original` }
  const kind = message.type === 'edit' ? 'edited' : 'revoked'
  return { kind, message: intent, original_provider_message_id }
}

function given(message: Json): { readonly given_phone?: string } {
  const given_phone = message.type === 'contacts' ? givenPhone(message) : null
  return given_phone === null ? {} : { given_phone }
}

/** Reads one item of `message_echoes[]`: a message that the business sent from its phone. */
export function echoedMessage(message: Json, contacts: ChangeContacts, receivedAt: string): Intent {
  // WhatsApp writes system messages, not the business.
  if (message.type === 'system') return { kind: 'set_aside', reason: 'system_message' }
  if (isGroupMessage(message)) return { kind: 'set_aside', reason: 'group_message' }
  const recipient = {
    phone: message.to,
    userId: message.to_user_id,
    parentId: message.to_parent_user_id,
  }
  const intent = messageIntent(message, contacts, recipient, receivedAt)
  if (intent === null) return { kind: 'unreadable', reason: 'echo_without_id_or_recipient' }
  return { kind: 'sent_elsewhere', message: intent }
}

/** Group messages are left out: they belong to no conversation with one person. */
function isGroupMessage({ group_id, recipient_type }: Json): boolean {
  return asText(group_id) !== null || recipient_type === 'group'
}

function messageIntent(
  message: Json,
  contacts: ChangeContacts,
  named: Parameters<typeof graphPerson>[1],
  receivedAt: string,
): MessageIntent | null {
  const provider_message_id = asText(message.id)
  const { person, profile_name } = graphPerson(contacts, named)
  if (provider_message_id === null || !hasIdentity(person)) return null
  return {
    provider_message_id,
    ...messageContent(message),
    party: person,
    profile_name,
    reply_to_message_id: asText(asRecord(message.context).id),
    provider_timestamp: unixTime(message.timestamp, receivedAt),
    referral: isRecord(message.referral) ? message.referral : null,
    payload: message,
  }
}
