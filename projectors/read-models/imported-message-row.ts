import { type Ids, messageId } from '@recado/application/ids'
import type { HistoryItem } from '@recado/contract/conversation'
import type { ImportedContent, ImportedIntent } from '@recado/domain/imported-message/events'
import type { Rows } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import { table } from '../engine/table.ts'
import { connections } from './connections.ts'
import { conversations } from './conversation-row.ts'

/** A message of a number's history; only its media is known while it has no conversation. */
export type ImportedMessageRow = {
  readonly id: string
  readonly conversation_id: string | null
  readonly contact_id: string | null
  readonly connection_id: string
  readonly log_id: number
  readonly direction: ImportedIntent['direction'] | null
  readonly status: ImportedIntent['status'] | null
  readonly said_at: string | null
  readonly type: ImportedContent['message_type']
  readonly text: string
}

/**
 * The messages of histories that nothing reported live. They are apart from `messages`, the log of what passed through
 * Recado, because they are in order of the provider's time, and count in no list or figure of the account.
 */
export const importedMessages = table<ImportedMessageRow>({
  name: 'imported_messages',
  maxCached: 0,
  docs: { history_doc: historyDoc },
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
