import { providerMessageId } from '@recado/application/ids'
import { conversationsOfAccount } from '@recado/application/read-models/lists/conversations'
import type {
  ImportedContent,
  ImportedMediaReceived,
  ImportedMessageEvent,
  MessageImported,
} from '@recado/domain/imported-message/events'
import { commentsOnMessage } from '@recado/domain/message/comments-on-message'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logId } from '../engine/log-id.ts'
import { projection, type Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { connections } from './connections.ts'
import { type ConversationRow, conversations } from './conversation-row.ts'
import {
  countImported,
  type ImportedMessageRow,
  importedId,
  importedMessages,
} from './imported-message-row.ts'
import { totalOf } from './keep-list.ts'
import { providerMessage, providerMessages } from './provider-messages.ts'

const change = rowChanger(conversations)

/**
 * Messages of the histories of numbers, and what their conversations show of them. What is shown at the end depends
 * neither on the order in which chunks and live reports arrive nor on how often. Runs after conversations.
 */
export const importedMessagesProjection = projection<ImportedMessageEvent>({
  name: 'imported-messages',
  tables: [importedMessages],
  ddl: new URL('./imported-messages.sql', import.meta.url),
  needs: {
    MessageImported: (event) => [
      ...needsOfContent(event),
      [connections, event.data.connection_id],
      [conversations, event.data.conversation_id],
      totalOf(conversationsOfAccount, event.metadata.account_id),
    ],
    ImportedMediaReceived: needsOfContent,
  },
  on: { MessageImported: applyImported, ImportedMediaReceived: applyMedia },
})

async function applyImported(event: RecordedEvent<MessageImported>, rows: Rows): Promise<void> {
  const { message_id, conversation_id } = event.data
  if (await isLive(rows, event.data)) return
  const known = await rows.get(importedMessages, message_id)
  if (known !== undefined && known.conversation_id !== null) return
  const row = importedRow(event, known)
  rows.put(importedMessages, row)
  await countImported(rows, row, 1)
  await change(rows, conversation_id, (conversation) => ({
    listed_in: conversation.account_id,
    ...historyPreview(conversation, row),
  }))
}

/** @param media what is known of the message's media */
function importedRow(event: RecordedEvent<MessageImported>, media: ImportedMessageRow | undefined) {
  const { conversation_id, contact_id, intent } = event.data
  const { direction, status, provider_timestamp: said_at, party } = intent
  const { type, text, content, has_words } = media ?? { ...contentOf(intent), has_words: true }
  const aged_from = [said_at, media?.aged_from ?? event.metadata.recorded_at].sort()[0] ?? said_at
  return {
    ...rowOf(event),
    ...{ has_words, aged_from },
    ...{ conversation_id, contact_id, direction, status, said_at, type, text, content },
    party_phone: party.phone,
    party_business_scoped_user_id: party.business_scoped_user_id,
  }
}

/** The media may come before its message; then nothing shows it yet. */
async function applyMedia(event: RecordedEvent<ImportedMediaReceived>, rows: Rows): Promise<void> {
  const { message_id: id, intent } = event.data
  if (await isLive(rows, event.data)) return
  const known = await rows.get(importedMessages, id)
  if (known?.has_words === false) return
  rows.put(importedMessages, { ...(known ?? unplacedRow(event)), ...contentOf(intent) })
  if (known?.conversation_id == null) return
  await change(rows, known.conversation_id, ({ history_id }) =>
    history_id === id ? { last_message_text: intent.text } : {},
  )
}

function unplacedRow(event: RecordedEvent<ImportedMediaReceived>): ImportedMessageRow {
  const { intent } = event.data
  return {
    ...rowOf(event),
    ...contentOf(intent),
    ...{ conversation_id: null, contact_id: null, direction: null, status: null, said_at: null },
    ...{ party_phone: null, party_business_scoped_user_id: null },
  }
}

function rowOf(event: RecordedEvent<ImportedMessageEvent>) {
  const { message_id: id, connection_id, intent } = event.data
  const { provider_message_id, reply_to_message_id } = intent
  const account_id = event.metadata.account_id as string
  return {
    id,
    account_id,
    connection_id,
    log_id: logId(event),
    provider_message_id,
    reply_to_message_id,
    erased: false,
    has_words: true,
    aged_from: event.metadata.recorded_at,
  }
}

function contentOf({ message_type: type, text, content }: ImportedContent) {
  return { type, text, content }
}

/** Whether the message was reported live, or sent by us. */
async function isLive(
  rows: Rows,
  { connection_id, intent }: ImportedMessageEvent['data'],
): Promise<boolean> {
  const { provider_message_id } = intent
  return (await providerMessage(rows, { connection_id, provider_message_id })).message_id !== null
}

function needsOfContent({ data: { connection_id, intent } }: RecordedEvent<ImportedMessageEvent>) {
  const of = { connection_id, provider_message_id: intent.provider_message_id }
  return [importedId(of), [providerMessages, providerMessageId(of)]] as const
}

/**
 * A conversation of which only the history is known shows the newest message of that, and is listed by its time, below
 * all conversations in which something was said since.
 */
function historyPreview(
  { last_message_at, history_id }: ConversationRow,
  { id, type, text, said_at }: ImportedMessageRow & { readonly said_at: string },
): Partial<ConversationRow> {
  const isLive = last_message_at !== null && history_id === null
  const isOlder = `${said_at} ${id}` < `${last_message_at ?? ''} ${history_id ?? ''}`
  if (isLive || isOlder || commentsOnMessage(type)) return {}
  return {
    last_message_text: text,
    last_message_at: said_at,
    history_id: id,
    history_place: Math.floor(Date.parse(said_at) / 1_000) - BELOW_LIVE,
  }
}

/** Seconds of the year 5138: any time before that gets a place below 0, where the places of activity begin. */
const BELOW_LIVE = 100_000_000_000
