import { randomUUID } from 'node:crypto'
import type { ChatLease } from '@recado/infra/concurrency/leased-mutex'
import { makeWhenMissing } from '@recado/infra/postgres/make-when-missing'
import { runOn } from '@recado/infra/postgres/run'
import { sql } from '@recado/infra/postgres/sql'
import type pg from 'pg'

const DDL = new URL('./chat-lease.sql', import.meta.url)

/**
 * Lets one process at a time send to a chat.
 * @param forMs how long a lease lasts: longer than any call, and as long as a dead process keeps its chat
 */
export function chatLease(pool: pg.Pool, forMs: number): ChatLease {
  const run = runOn(pool)
  const owner = randomUUID()
  return {
    async take(chat) {
      const until = sql`clock_timestamp() + ${`${forMs} ms`}::interval`
      const statement = sql`
        insert into control.chat_leases as lease (chat, holder, until)
        values (${chat}, ${owner}, ${until})
        on conflict (chat) do update set holder = ${owner}, until = ${until}
        where lease.until <= clock_timestamp()
        returning chat`
      return (await makeWhenMissing(pool, DDL, () => run(statement))).length === 1
    },
    async release(chat) {
      await run(sql`delete from control.chat_leases where chat = ${chat} and holder = ${owner}`)
    },
  }
}
