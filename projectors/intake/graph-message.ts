import type { MessageIntent } from '@recado/domain/message/events'
import { asRecord, asText, isRecord } from '@recado/domain/provider-event/loose-json'
import { graphPerson, isSomebody, waId } from './graph-person.ts'
import { graphTime } from './graph-time.ts'
import { type Intent, NOBODY } from './intent.ts'
import { messageContent } from './message-content.ts'

type Json = Readonly<Record<string, unknown>>

/** One of `messages[]`: what a person wrote, edited or withdrew, or the news that its number has changed. */
export function inboundMessage(message: Json, value: Json, receivedAt: string): Intent | null {
  if (message.type === 'system') return systemMessage(message)
  const sender = {
    phone: message.from,
    userId: message.from_user_id,
    parentId: message.from_parent_user_id,
  }
  const intent = messageIntent(message, value, sender, receivedAt)
  if (intent === null) return { kind: 'unreadable', reason: 'message_without_id_or_sender' }
  if (message.type !== 'edit' && message.type !== 'revoke')
    return { kind: 'received', message: intent }
  const original = asText(asRecord(message[message.type]).original_message_id)
  const original_provider_message_id = original ?? asText(message.original_message_id)
  if (original_provider_message_id === null)
    return { kind: 'unreadable', reason: `${message.type}_without_original` }
  const kind = message.type === 'edit' ? 'edited' : 'revoked'
  return { kind, message: intent, original_provider_message_id }
}

/** One of `message_echoes[]`: the business wrote from its phone. */
export function echoedMessage(message: Json, value: Json, receivedAt: string): Intent {
  const recipient = {
    phone: message.to,
    userId: message.to_user_id,
    parentId: message.to_parent_user_id,
  }
  const intent = messageIntent(message, value, recipient, receivedAt)
  if (intent === null) return { kind: 'unreadable', reason: 'echo_without_id_or_recipient' }
  return { kind: 'sent_elsewhere', message: intent }
}

function messageIntent(
  message: Json,
  value: Json,
  named: Parameters<typeof graphPerson>[1],
  receivedAt: string,
): MessageIntent | null {
  const provider_message_id = asText(message.id)
  const { person, profile_name } = graphPerson(value, named)
  if (provider_message_id === null || !isSomebody(person)) return null
  return {
    provider_message_id,
    ...messageContent(message),
    party: person,
    profile_name,
    reply_to_message_id: asText(asRecord(message.context).id),
    provider_timestamp: graphTime(message.timestamp, receivedAt),
    referral: isRecord(message.referral) ? message.referral : null,
    payload: message,
  }
}

/** `user_changed_number` and `user_changed_user_id`; other system messages change nothing of ours. */
function systemMessage(message: Json): Intent | null {
  const system = asRecord(message.system)
  const type = asText(system.type)
  if (type === null || !/^(user|customer)_changed_(number|user_id)$/.test(type)) return null
  const before = {
    ...NOBODY,
    phone: waId(message.from),
    business_scoped_user_id: asText(message.from_user_id),
    parent_business_scoped_user_id: asText(message.from_parent_user_id),
  }
  const after = {
    ...NOBODY,
    phone: waId(system.wa_id) ?? waId(system.new_wa_id),
    business_scoped_user_id: asText(system.user_id),
    parent_business_scoped_user_id: asText(system.parent_user_id),
  }
  if (isSomebody(before) && isSomebody(after)) return { kind: 'identity_changed', before, after }
  return { kind: 'unreadable', reason: `${type}_without_identities` }
}
