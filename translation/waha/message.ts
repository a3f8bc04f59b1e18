import type { MessageIntent } from '@recado/domain/message/events'
import { asRecord, asText, type Json } from '@recado/domain/provider-event/loose-json'
import type { Intent } from '../intent.ts'
import type { MessageContent } from '../message-content.ts'
import { unixTime } from '../unix-time.ts'
import { wahaContent } from './content.ts'
import { idIn, messageIdentity } from './jid.ts'
import { setAsideReason } from './native.ts'
import { profileNameIn, wahaPerson } from './person.ts'
import { wahaReferral } from './referral.ts'

/** What reading a message needs from the event's envelope. */
export type WahaContext = {
  /** The session's own chat id, as received. */
  readonly me: unknown
  /** The event's time, ISO 8601, used for messages without a time of their own. */
  readonly told_at: string
  /** When it came, ISO 8601. */
  readonly received_at: string
  /** How often the number had moved when its session was made. */
  readonly placement: number
}

const WITHOUT_ID: Intent = { kind: 'unreadable', reason: 'message_without_id' }

/** Reads `message` and `message.any`: a message of a person or of the business. Groups give no intent. */
export function wahaMessage(payload: Json, context: WahaContext): readonly Intent[] {
  const fromMe = isFromMe(payload)
  const message = intentOf(payload, fromMe, wahaContent(payload), context)
  if (message === null) return []
  if (message.provider_message_id === '') return [WITHOUT_ID]
  const reason = setAsideReason(payload)
  if (reason !== null) return [{ kind: 'set_aside', reason }]
  return [{ kind: fromMe ? 'sent_elsewhere' : 'received', message }]
}

/** Reads `message.reaction`. A removed reaction has no emoji; its text is empty then. */
export function wahaReaction(payload: Json, context: WahaContext): readonly Intent[] {
  const { text, messageId } = asRecord(payload.reaction)
  const original = asText(messageId)
  if (original === null) return [{ kind: 'unreadable', reason: 'reaction_without_original' }]
  const emoji = asText(text) ?? ''
  const reaction = { message_id: messageIdentity(original), emoji }
  const content = { message_type: 'reaction', text: emoji, content: reaction } as const
  const fromMe = isFromMe(payload)
  const message = intentOf(payload, fromMe, content, context)
  if (message === null) return []
  if (message.provider_message_id === '') return [WITHOUT_ID]
  return [{ kind: fromMe ? 'sent_elsewhere' : 'received', message }]
}

/** Reads `message.edited` by a person. Edits by the business on its phone change nothing here. */
export function wahaEdit(payload: Json, context: WahaContext): readonly Intent[] {
  if (isFromMe(payload)) return []
  const original = asText(payload.editedMessageId)
  if (original === null) return [{ kind: 'unreadable', reason: 'edit_without_original' }]
  const { text } = wahaContent(payload)
  return changedMessage('edited', payload, text, messageIdentity(original), context)
}

/** Reads `message.revoked` by a person: `after` is what replaced the message, `before` the message itself. */
export function wahaRevoke(payload: Json, context: WahaContext): readonly Intent[] {
  const merged = { ...asRecord(payload.before), ...asRecord(payload.after) }
  if (isFromMe(merged)) return []
  const before = idIn(asRecord(payload.before))
  const original = asText(payload.revokedMessageId) ?? before ?? idIn(merged)
  if (original === null) return [{ kind: 'unreadable', reason: 'revoke_without_original' }]
  return changedMessage('revoked', merged, '[revoke]', messageIdentity(original), context)
}

function changedMessage(
  kind: 'edited' | 'revoked',
  payload: Json,
  text: string,
  original: string,
  context: WahaContext,
): readonly Intent[] {
  const type = kind === 'edited' ? 'edit' : 'revoke'
  const content = { message_type: type, text, content: { original_message_id: original } } as const
  const message = intentOf(payload, false, content, context)
  if (message === null) return []
  const { provider_message_id: own, provider_timestamp } = message
  // Some engines reuse the original message's id, and for an edit its time as well. A derived id keeps the change from
  // being taken for the original; an edit's is derived from the time of the event, which its retries have as well.
  const at = kind === 'edited' ? context.told_at : provider_timestamp
  const provider_message_id = own === original || own === '' ? `${type}.${original}.${at}` : own
  const original_provider_message_id = original
  return [{ kind, message: { ...message, provider_message_id }, original_provider_message_id }]
}

/** null when the chat is not with a person. Without an id, `provider_message_id` is empty. */
function intentOf(
  payload: Json,
  fromMe: boolean,
  content: MessageContent,
  { me, told_at, received_at }: WahaContext,
): MessageIntent | null {
  const id = idIn(payload)
  const party = wahaPerson({ ...payload, id }, fromMe, me)
  if (party === null) return null
  return {
    provider_message_id: id === null ? '' : messageIdentity(id),
    ...content,
    party,
    profile_name: fromMe ? null : asText(profileNameIn(payload)),
    reply_to_message_id: quotedIn(payload),
    provider_timestamp: unixTime(payload.timestamp, received_at, told_at),
    referral: fromMe ? null : wahaReferral(payload),
    payload,
  }
}

function quotedIn({ replyTo }: Json): string | null {
  const id = asText(replyTo) ?? idIn(asRecord(replyTo))
  return id === null ? null : messageIdentity(id)
}

/** Whether the business wrote the message: by `fromMe`, else by the beginning of the id. */
export function isFromMe(payload: Json): boolean {
  const { fromMe } = payload
  return typeof fromMe === 'boolean' ? fromMe : (idIn(payload)?.startsWith('true_') ?? false)
}
