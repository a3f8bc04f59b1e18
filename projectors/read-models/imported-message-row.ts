import { type Ids, messageId } from '@recado/application/ids'
import type { HistoryItem } from '@recado/contract/conversation'
import { exactText } from '@recado/domain/exact-json'
import type { ImportedContent, ImportedIntent } from '@recado/domain/imported-message/events'
import type { Native } from '@recado/domain/native-json'
import type { Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'
import { connections } from './connections.ts'
import { conversations } from './conversation-row.ts'
import { messageDoc } from './message-row.ts'

/** A message of a number's history; only its media is known while it has no conversation. */
export type ImportedMessageRow = {
  readonly id: string
  readonly account_id: string
  readonly conversation_id: string | null
  readonly contact_id: string | null
  readonly connection_id: string
  readonly log_id: number
  readonly direction: ImportedIntent['direction'] | null
  readonly status: ImportedIntent['status'] | null
  readonly said_at: string | null
  readonly type: ImportedContent['message_type']
  readonly text: string
  readonly content: Native | null
  readonly provider_message_id: string | null
  readonly reply_to_message_id: string | null
  readonly party_phone: string | null
  readonly party_business_scoped_user_id: string | null
  readonly erased: boolean
  /** Whether it has what was said: until that has expired, or the person was erased. */
  readonly has_words: boolean
  /** When it was said, or recorded if that was before: from then on its age counts. */
  readonly aged_from: string
}

/**
 * The messages of histories that nothing reported live. They are apart from `messages`, the log of what passed through
 * Recado, because they are in order of the provider's time, and count in no list or figure of the account.
 */
export const importedMessages = table<ImportedMessageRow>({
  name: 'imported_messages',
  maxCached: 0,
  docs: { doc: messageDocOf, history_doc: historyDoc },
})

function historyDoc({ id, direction, text, said_at, log_id, type, status }: ImportedMessageRow) {
  if (said_at === null || status === null) return ''
  return {
    id,
    direction: direction === 'inbound' ? 'in' : 'out',
    body: text,
    created_at: said_at,
    log_id,
    type,
    status,
    revoked_at: null,
  } satisfies HistoryItem
}

/** The record that `GET /messages/{id}` shows; the raw event has the native message. */
function messageDocOf(row: ImportedMessageRow): string {
  const { direction, status, said_at, conversation_id, contact_id } = row
  if (direction === null || status === null || said_at === null) return ''
  if (conversation_id === null || contact_id === null) return ''
  return exactText(
    messageDoc({
      ...NOT_IN_HISTORIES,
      ...row,
      ...{ direction, status, conversation_id, contact_id },
      ...{ origin: 'external', created_at: said_at, provider_timestamp: said_at },
    }),
  )
}

/** What a message of a history has nothing of. */
const NOT_IN_HISTORIES = {
  ...{ biz_opaque_callback_data: null, error: null, pricing: null },
  ...{ sent_at: null, delivered_at: null, read_at: null, failed_at: null, revoked_at: null },
} as const

const changeConversation = rowChanger(conversations)
const changeConnection = rowChanger(connections)

/** The row that a message would have if the history reports it. */
export function importedId(of: Ids<'connection_id' | 'provider_message_id'>) {
  return [importedMessages, messageId(of)] as const
}

/** A live report of a message replaces the one of the history. */
export async function replaceImported(
  rows: Rows,
  of: Ids<'connection_id' | 'provider_message_id'>,
): Promise<void> {
  const row = await rows.get(...importedId(of))
  if (row === undefined) return
  rows.remove(importedMessages, row.id)
  if (row.conversation_id !== null) await countImported(rows, row, -1)
}

export async function countImported(
  rows: Rows,
  { conversation_id, connection_id }: ImportedMessageRow,
  change: 1 | -1,
): Promise<void> {
  await changeConversation(rows, String(conversation_id), ({ imported_count }) => ({
    imported_count: imported_count + change,
  }))
  await changeConnection(rows, connection_id, ({ history_messages }) => ({
    history_messages: history_messages + change,
  }))
}
