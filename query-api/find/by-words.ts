import { wordQuery } from '@recado/application/read-models/words'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import type { Run } from '@recado/infra/postgres/run'
import { type Statement, sql } from '@recado/infra/postgres/sql'
import { hasName } from '../filters/name-filter.ts'
import { FENCED } from '../paging/block-walk.ts'
import { AUTHOR_AND_TIME, type FoundRow } from './by-shape.ts'
import { excerpt } from './excerpt.ts'

const MAX_PEOPLE = 10
const MAX_MESSAGES = 20
/** The newest messages are read one by one: a frequent word is found among them without the index of words. */
const MAX_NEWEST = 5_000
/** The most rows that the index of words may give: a bound of the work for a word that was frequent, but not of late. */
const MAX_INDEXED = 20_000

/** The people with a name and the newest messages with words, each by the beginnings of words. */
export async function findByWords(accountId: string, text: string, run: Run): Promise<FoundRow[]> {
  const query = wordQuery(accountId, text)
  if (query === null) return []
  const people = await run<FoundRow>(newestPeople(accountId, text))
  const recent = await run<FoundRow>(messagesOf(amongNewest(accountId, query)))
  const messages =
    recent.length === MAX_MESSAGES
      ? recent
      : await run<FoundRow>(messagesOf(amongAll(accountId, query)))
  return [...people, ...messages.map((row) => ({ ...row, title: excerpt(row.title, text) }))]
}

function newestPeople(accountId: string, name: string): Statement {
  return sql`select 'contact' as kind, 'name' as by, c.id::text as id, coalesce(c.name, c.phone, '') as title
    from (select t.* from contacts t where ${hasName(accountId, name)} limit ${MAX_INDEXED}) c
    order by c.account_pos desc limit ${MAX_PEOPLE}`
}

function amongNewest(accountId: string, query: string): Statement {
  return sql`select n.id, n.log_id from (
      select w.id, w.log_id, w.words from message_words w
      where w.account_id = ${accountId} order by w.log_id desc limit ${MAX_NEWEST}) n
    where n.words @@ ${query}::tsquery`
}

function amongAll(accountId: string, query: string): Statement {
  return sql`select w.id, w.log_id from message_words w
    where w.words @@ ${query}::tsquery and ${belongsTo(accountId, 'w.account_id')} limit ${MAX_INDEXED}`
}

function messagesOf(found: Statement): Statement {
  return sql`with hits as materialized (
      select h.id, h.log_id from (${found}) h order by h.log_id desc limit ${MAX_MESSAGES})
    select 'message' as kind, 'words' as by, own.* from hits, lateral (
      select m.id::text as id, m.text as title, ${AUTHOR_AND_TIME} from messages m
      where m.id = hits.id ${FENCED}) own
    order by hits.log_id desc`
}
