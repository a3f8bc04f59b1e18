import { raw, type Statement, sql } from '@recado/infra/postgres/sql'
import type { Limits } from './next-step.ts'

/** Exactly the condition of the index that leads from one connection to the next. */
const OPEN = raw("send_state in ('requested', 'deferred', 'unresolved')")

/**
 * The oldest sends with a due step, the oldest of each connection first: a long queue on one connection does not
 * delay the others, and no more of it is read than may begin. Read models may be behind, so the log decides each step
 * again.
 * @param busy ids of sends with a step under way
 */
export function openSends(
  now: Date,
  limits: Limits,
  busy: readonly string[],
  count: number,
): Statement {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return sql`
    with recursive waiting as (
      (select connection_id from messages where ${OPEN} order by connection_id limit 1)
      union all
      select (select connection_id from messages where ${OPEN} and connection_id > w.connection_id
        order by connection_id limit 1)
      from waiting w where w.connection_id is not null)
    select send.*, person.wa_id, person.lid
    from waiting w cross join lateral (
      select id, account_id, connection_id, contact_id, send_state, attempt, created_at, requested_at,
        next_at
      from messages
      where connection_id = w.connection_id and ${OPEN}
        and case send_state
          when 'requested' then requested_at <= ${ago(limits.outcomeMs)}::timestamptz
          when 'unresolved' then next_at <= ${now.toISOString()}::timestamptz
            or requested_at <= ${ago(limits.unresolvedMs)}::timestamptz
          else next_at <= ${now.toISOString()}::timestamptz
            or created_at <= ${ago(limits.deferredMs)}::timestamptz
        end
        and id <> all(${busy}::uuid[])
      order by requested_at limit ${count}) as send
    left join contacts as person on person.id = send.contact_id
    order by row_number() over (partition by send.connection_id order by send.requested_at),
      send.requested_at
    limit ${count}`
}
