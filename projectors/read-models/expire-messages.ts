import type { MessagesExpired } from '@recado/domain/retention/events'
import type { Rows, TimeSpan } from '../engine/projection.ts'
import { rowChanger } from '../engine/row-changer.ts'
import type { Row, Table } from '../engine/table.ts'
import { type ConversationRow, conversations } from './conversation-row.ts'
import { importedMessages } from './imported-message-row.ts'
import { media, WITHOUT_NAME } from './media.ts'
import { messages, WITHOUT_WORDS } from './message-row.ts'

const changeConversation = rowChanger(conversations)

type Expired = Pick<MessagesExpired['data'], 'before'> & { readonly account_id: string }

/** Takes what was said before a time out of all rows that show it. Places on lists, counts and persons stay. */
export async function expireMessages(rows: Rows, { account_id, before }: Expired): Promise<void> {
  const of = { key: 'account_id', value: account_id, before } as const
  await expireLive(rows, { ...of, time: 'created_at', only: 'has_words' })
  await expireImported(rows, { ...of, time: 'aged_from', only: 'has_words' })
  const named = { ...of, time: 'appeared_at', only: 'has_name' } as const
  for (const row of await wholeRows(rows, media, named))
    rows.put(media, { ...row, ...WITHOUT_NAME })
}

async function expireLive(rows: Rows, span: TimeSpan<RowOf<typeof messages>>): Promise<void> {
  const old = await wholeRows(rows, messages, span)
  await loadConversations(rows, old)
  for (const row of old) {
    rows.put(messages, { ...row, ...WITHOUT_WORDS, payload: null })
    await expirePreview(rows, row, ({ last_activity }) => last_activity === row.log_id)
  }
}

async function expireImported(
  rows: Rows,
  span: TimeSpan<RowOf<typeof importedMessages>>,
): Promise<void> {
  const old = await wholeRows(rows, importedMessages, span)
  await loadConversations(rows, old)
  for (const row of old) {
    rows.put(importedMessages, { ...row, ...WITHOUT_WORDS })
    await expirePreview(rows, row, ({ history_id }) => history_id === row.id)
  }
}

type RowOf<T> = T extends Table<infer R> ? R : never

/** In order of id, loaded in one statement. */
async function wholeRows<R extends Row>(
  rows: Rows,
  table: Table<R>,
  span: TimeSpan<R>,
): Promise<readonly R[]> {
  const whole: R[] = []
  for (const { id } of await rows.findBefore(table, span, 'all')) {
    const row = await rows.get(table, id)
    if (row !== undefined) whole.push(row)
  }
  return whole
}

type Said = { readonly conversation_id: string | null }

/** One statement rather than one for each. */
async function loadConversations(rows: Rows, said: readonly Said[]): Promise<void> {
  const ids = said.flatMap(({ conversation_id }) => conversation_id ?? [])
  if (ids.length > 0) await rows.find(conversations, 'id', [...new Set(ids)])
}

async function expirePreview(
  rows: Rows,
  { conversation_id }: Said,
  isShown: (row: ConversationRow) => boolean,
): Promise<void> {
  if (conversation_id === null) return
  await changeConversation(rows, conversation_id, (row) =>
    isShown(row) ? { last_message_text: null } : {},
  )
}
