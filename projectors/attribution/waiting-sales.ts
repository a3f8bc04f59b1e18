import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/** A sale without a conversation, and the conversation that the buyer's phone leads to. */
export type Attribution = {
  readonly id: string
  readonly account_id: string
  readonly conversation_id: string
  readonly contact_id: string
}

// A person may be several contacts that were merged. Of the person's conversations when the sale was told of, the
// one with the latest message; else the first one that opened since.
const COLUMNS = raw(`s.id, s.account_id, talk.conversation_id, talk.contact_id
  from sales s cross join lateral (
    select v.id as conversation_id, v.contact_id
    from contacts c join contacts m on m.survivor_id = c.survivor_id
      join conversations v on v.contact_id = m.id
    where c.account_id = s.account_id and c.phone_key = s.phone_key
    order by v.created_at > s.recorded_at,
      case when v.created_at <= s.recorded_at then v.last_message_at end desc nulls last,
      v.created_at, v.id
    limit 1) talk
  where s.conversation_id is null and s.phone_key is not null`)

/** What can be attributed of all sales, in order of id, a page at a time. */
export function allAttributions(afterId: string, count: number): Statement {
  return sql`select ${COLUMNS} and s.id > ${afterId} order by s.id limit ${count}`
}

/** What can be attributed of some sales, and of all sales to the phones of some contacts. */
export function attributionsOf(sales: readonly string[], contacts: readonly string[]): Statement {
  return sql`select ${COLUMNS} and s.id in (
    select unnest(${sales}::uuid[])
    union select w.id from contacts named join contacts p on p.survivor_id = named.survivor_id
      join sales w
      on w.account_id = p.account_id and w.phone_key = p.phone_key and w.conversation_id is null
    where named.id = any(${contacts}::uuid[]))`
}
