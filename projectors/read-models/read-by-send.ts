import { providerMessageId } from '@recado/application/ids'
import type { MessageSentElsewhere } from '@recado/domain/message/events'
import type { Rows } from '../engine/projection.ts'
import { contacts } from './contact-row.ts'
import { type ConversationRow, conversations } from './conversation-row.ts'
import { type MessageRow, messages } from './message-row.ts'
import { providerMessages } from './provider-messages.ts'
import { readUpTo } from './unread.ts'

/** Marks as read what the person wrote before the send was requested. Messages that came later stay unread. */
export async function readBySend(rows: Rows, send: MessageRow): Promise<void> {
  const row = await rows.get(conversations, send.conversation_id)
  if (row === undefined) return
  const { inbound_ordinal, conversation_pos } = send
  rows.put(conversations, { ...row, ...readUpTo(row, inbound_ordinal, conversation_pos) })
  for (const other of await otherConversations(rows, row))
    if (other.unread_count > 0)
      rows.put(conversations, { ...other, ...readUpTo(other, other.inbound_count) })
}

/** Conversations of the same person on the same connection, from before two contacts became one. */
async function otherConversations(
  rows: Rows,
  { id, contact_id, connection_id }: ConversationRow,
): Promise<readonly ConversationRow[]> {
  const contact = await rows.get(contacts, contact_id)
  const isAlone = contact === undefined || (contact.merged_into === null && !contact.is_survivor)
  if (isAlone) return []
  const group = await rows.find(contacts, 'survivor_id', contact.survivor_id)
  const ids = group.map((one) => one.id)
  const talks = await rows.find(conversations, 'contact_id', ids)
  return talks.filter((talk) => talk.id !== id && talk.connection_id === connection_id)
}

/** An echo proves that a send went out. With several candidate sends, only the gateway's answers show which one. */
export async function readByEcho(
  rows: Rows,
  { connection_id, intent }: MessageSentElsewhere['data'],
): Promise<void> {
  const id = providerMessageId({ connection_id, provider_message_id: intent.provider_message_id })
  const joined = await rows.get(providerMessages, id)
  const send = joined?.message_id ? await rows.get(messages, joined.message_id) : undefined
  if (send !== undefined) await readBySend(rows, send)
}
