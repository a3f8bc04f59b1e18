import { listId } from '@recado/application/read-models/lists/kept-list'
import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import { countedPage, envelope, type PageRow } from '../paging/list-page.ts'
import type { PageQuery } from '../paging/list-source.ts'
import { pageItem } from '../paging/page-pieces.ts'
import { conversationHistory } from './conversation-source.ts'

/** Both kinds of messages by id, for documents that are read one by one. */
const HISTORY_ITEMS = { table: 'history_items', doc: 't.history_doc' }

/**
 * A page of a conversation: the messages of its number's history, in order of time, and then those reported since, in
 * order of arrival. Those before the page are skipped in an index: see docs/adr/0103 for what that costs.
 * @param imported how many messages of the history there are
 */
export async function historyPage(
  conversationId: string,
  imported: number,
  query: PageQuery,
  run: Run,
) {
  if (imported === 0) return countedPage(conversationHistory, conversationId, query, run)
  const skipped = Math.max(0, query.offset - imported)
  const before = Math.min(query.limit, Math.max(0, imported - query.offset))
  const [row] = await run<PageRow>(sql`
    select
      ${imported}::bigint + coalesce(
        (select n from list_totals where id = ${listId(conversationHistory, conversationId)}), 0) as total,
      (select string_agg(${pageItem(query, HISTORY_ITEMS)}, ',' order by said_at nulls last, place, id) from (
        select own.id, found.said_at, 0 as place, own.history_doc as doc from (
          select id, said_at from imported_messages where conversation_id = ${conversationId}
          order by said_at, id limit ${before}::bigint offset ${query.offset}::bigint
        ) found join imported_messages own on own.id = found.id
        union all (
          select id, null, conversation_pos, history_doc from messages
          where conversation_id = ${conversationId} and conversation_pos >= ${skipped}::bigint
          order by conversation_pos limit ${query.limit - before}::bigint)) docs) as docs`)
  return envelope(row, query, HISTORY_ITEMS)
}
