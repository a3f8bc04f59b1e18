import { listId } from '@recado/application/read-models/lists/kept-list'
import type { Run } from '@recado/infra/postgres/run'
import { type Statement, sql } from '@recado/infra/postgres/sql'
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
  const [row] = await run<PageRow>(pageOfBoth(conversationId, imported, query))
  return envelope(row, query, HISTORY_ITEMS)
}

function pageOfBoth(conversationId: string, imported: number, query: PageQuery): Statement {
  const { limit, offset } = query
  const before = Math.min(limit, Math.max(0, imported - offset))
  const skipped = Math.max(0, offset - imported)
  return sql`
    with past as (
      select own.id, found.said_at, 0::bigint as place, own.history_doc as doc from (
        select id, said_at from imported_messages where conversation_id = ${conversationId}
        order by said_at, id limit ${before}::bigint offset ${offset}::bigint
      ) found join imported_messages own on own.id = found.id),
    live as (
      select id, null::timestamptz as said_at, conversation_pos as place, history_doc as doc from messages
      where conversation_id = ${conversationId} and conversation_pos >= ${skipped}::bigint
      order by conversation_pos limit ${limit - before}::bigint)
    select
      ${imported}::bigint + coalesce(
        (select n from list_totals where id = ${listId(conversationHistory, conversationId)}), 0) as total,
      (select string_agg(${pageItem(query, HISTORY_ITEMS)}, ',' order by said_at nulls last, place, id)
        from (select * from past union all select * from live) docs) as docs`
}
