import { messagesWithProviderId } from '@recado/application/read-models/provider-ids'
import type { Found } from '@recado/contract/dashboard/find'
import { isUuid } from '@recado/infra/is-uuid'
import { phoneMatchKey } from '@recado/infra/phone-match'
import { belongsTo } from '@recado/infra/postgres/belongs-to'
import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import type { QueryDeps } from '../deps.ts'
import { FENCED } from '../paging/block-walk.ts'

/** `at` is the id of the page that shows a row without a page of its own. */
export type FoundRow = Pick<Found, 'kind' | 'id' | 'title'> &
  Partial<Pick<Found, 'by' | 'contact_name' | 'created_at'>> & { readonly at?: string | null }

/** Who the message `m` is from or to, and when. */
export const AUTHOR_AND_TIME = raw(`m.created_at,
  (select coalesce(c.name, c.phone) from contacts c where c.id = m.contact_id) as contact_name`)

const INTEGER = /^\d{1,15}$/
const PHONE = /^\+?[\d\s().-]{6,40}$/

/** The searches that fit the form of a text. Each statement uses one index. */
export function statementsFor(
  accountId: string,
  text: string,
  { registry, personIds }: Pick<QueryDeps, 'registry' | 'personIds'>,
): readonly Statement[] {
  if (isUuid(text)) return ofUuid(accountId, text.toLowerCase())
  return [
    messages(
      accountId,
      sql`m.id = any(${messagesWithProviderId({ provider_id: text, account_id: accountId }, registry)})`,
    ),
    messages(
      accountId,
      sql`m.id = ${personIds.keyedMessageId({ account_id: accountId, idempotency_key: text })}`,
    ),
    messagesNamed(accountId, sql`m.biz_opaque_callback_data = ${text}`),
    messagesNamed(
      accountId,
      sql`m.request_id = ${personIds.requestId({ account_id: accountId, request_id: text })}`,
    ),
    ...(INTEGER.test(text)
      ? [
          messages(accountId, sql`m.log_id = ${Number(text)}`),
          rawEvents(accountId, sql`t.log_id = ${Number(text)}`),
        ]
      : []),
    ...(PHONE.test(text) ? ofPhone(accountId, text) : []),
  ]
}

function ofUuid(accountId: string, id: string): readonly Statement[] {
  const one = (kind: string, table: string, title: string) => sql`
    select ${raw(`'${kind}'`)} as kind, t.id::text as id, ${raw(title)} as title
    from ${raw(table)} t where t.id = ${id} and ${belongsTo(accountId, 't.account_id')}`
  return [
    messages(accountId, sql`m.id = ${id}`),
    messages(accountId, sql`m.id = (select message_id from outbound_events e where e.id = ${id})`),
    messagesNamed(accountId, sql`m.request_id = ${id}`),
    rawEvents(accountId, sql`t.id = ${id}`),
    one('conversation', 'conversations', `coalesce(t.contact_name, t.contact_phone, '')`),
    one('contact', 'contacts', `coalesce(t.name, t.phone, '')`),
    one('connection', 'connections', `coalesce(t.phone_number, t.type)`),
    one('delivery', 'deliveries', 't.event'),
    one('api_key', 'api_keys', 't.name'),
    sql`select 'sale' as kind, s.id::text as id, coalesce(s.product_name, s.external_id) as title,
        s.contact_id::text as at
      from sales s where s.id = ${id} and ${belongsTo(accountId, 's.account_id')}`,
  ]
}

function ofPhone(accountId: string, text: string): readonly Statement[] {
  return [
    sql`select 'contact' as kind, t.id::text as id, coalesce(t.name, t.phone, '') as title
      from contacts t where t.account_id = ${accountId} and t.phone_key = ${phoneMatchKey(text)}
      limit 10`,
  ]
}

function rawEvents(accountId: string, where: Statement): Statement {
  return sql`select 'raw_event' as kind, t.log_id::text as id, t.event as title
    from raw_events t where ${where} and ${belongsTo(accountId, 't.account_id')} limit 10`
}

function messages(accountId: string, where: Statement): Statement {
  return messagesWhere(sql`${where} and ${belongsTo(accountId, 'm.account_id')}`)
}

/** Searches values that clients choose: other accounts may have used one often, so the index begins with the account. */
function messagesNamed(accountId: string, where: Statement): Statement {
  return messagesWhere(sql`m.account_id = ${accountId} and ${where}`)
}

/**
 * Fenced: of a value that most messages share, such as a campaign's, the planner expects ten matches at once. It would
 * then search all messages of the account for a value that few share.
 */
function messagesWhere(where: Statement): Statement {
  return sql`select 'message' as kind, m.id::text as id, left(m.text, 80) as title, ${AUTHOR_AND_TIME}
    from (select * from messages m where ${where} ${FENCED}) m limit 10`
}
