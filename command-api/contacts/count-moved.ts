import type { Run } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'

/** How many conversations and sales a merged contact, or one to be merged, has. */
export type Moved = { readonly conversations: number; readonly sales: number }

/**
 * Counts what moves with a contact and with those that were merged into it: their conversations, and the sales that
 * these led to. A sale is stored with the contact that it is shown on, which may be another one.
 */
export async function countMoved(run: Run, contactId: string): Promise<Moved> {
  const [row] = await run<Moved>(sql`with recursive
    person as materialized (select m.id, m.merged_into, m.survivor_id
      from contacts asked join contacts m on m.survivor_id = asked.survivor_id where asked.id = ${contactId}),
    own as (select id, survivor_id from person where id = ${contactId}
      union select p.id, p.survivor_id from person p join own on p.merged_into = own.id),
    talks as (select id from conversations where contact_id in (select id from own))
    select (select count(*)::int from talks) as conversations,
      (select count(*)::int from sales s where s.contact_id in (select survivor_id from own)
        and s.conversation_id in (select id from talks)) as sales`)
  return row ?? { conversations: 0, sales: 0 }
}
