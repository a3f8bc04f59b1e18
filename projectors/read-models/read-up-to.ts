import { providerMessageId } from '@recado/application/ids'
import type { MessageSentElsewhere } from '@recado/domain/message/events'
import type { Rows } from '../engine/projection.ts'
import { type ConversationRow, conversations } from './conversation-row.ts'
import { type MessageRow, messages } from './message-row.ts'
import { providerMessages } from './provider-messages.ts'

/** Everything up to a place is read; what was read before stays so. */
export function readUpTo(row: ConversationRow, ordinal: number): Partial<ConversationRow> {
  const read_ordinal = Math.max(row.read_ordinal, ordinal)
  return { read_ordinal, unread_count: row.inbound_count - read_ordinal }
}

/**
 * A send went out: the business has read what the person wrote before it was asked for. What came since, while
 * the send waited or nobody knew its outcome, is as new as before.
 */
export async function readBySend(rows: Rows, send: MessageRow): Promise<void> {
  const row = await rows.get(conversations, send.conversation_id)
  if (row !== undefined) rows.put(conversations, { ...row, ...readUpTo(row, send.inbound_ordinal) })
}

/** An echo proves that a send went out; several candidates wait for their answers. */
export async function readByEcho(
  rows: Rows,
  { connection_id, intent }: MessageSentElsewhere['data'],
): Promise<void> {
  const id = providerMessageId(connection_id, intent.provider_message_id)
  const joined = await rows.get(providerMessages, id)
  const send = joined?.message_id ? await rows.get(messages, joined.message_id) : undefined
  if (send !== undefined) await readBySend(rows, send)
}
