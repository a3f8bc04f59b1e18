import { isOpen, isSuspended } from '@recado/application/sending/suspended-sends'
import { type Statement, sql } from '@recado/infra/postgres/sql'
import type { Limits } from './next-step.ts'

/**
 * The oldest sends with a due step, the oldest of each account first, and of an account the oldest of each connection:
 * neither a long queue on one connection nor many connections of one account delay the others. Read models may be
 * behind, so the log decides each step again. A suspended send has one step: a lost attempt becomes unresolved, which
 * answers its caller and sends nothing.
 * @param busy ids of sends with a step under way
 * @param suspendedTo the log id up to which sends are suspended; null when none are
 */
export function openSends(
  now: Date,
  limits: Limits,
  busy: readonly string[],
  count: number,
  suspendedTo: number | null,
): Statement {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return sql`
    with recursive waiting as (
      (select connection_id from messages where ${isOpen} order by connection_id limit 1)
      union all
      select (select connection_id from messages where ${isOpen} and connection_id > w.connection_id
        order by connection_id limit 1)
      from waiting w where w.connection_id is not null)
    select send.*, person.wa_id, person.lid
    from (
      select due.*, row_number() over (partition by due.connection_id order by due.requested_at) as place
      from waiting w cross join lateral (
        select id, account_id, connection_id, contact_id, send_state, attempt, created_at, requested_at,
          next_at, released_at
        from messages
        where connection_id = w.connection_id and ${isOpen}
          and case send_state
            when 'requested' then requested_at <= ${ago(limits.outcomeMs)}::timestamptz
            when 'unresolved' then next_at <= ${now.toISOString()}::timestamptz
              or greatest(requested_at, released_at) <= ${ago(limits.unresolvedMs)}::timestamptz
            else next_at <= ${now.toISOString()}::timestamptz
              or greatest(created_at, released_at) <= ${ago(limits.deferredMs)}::timestamptz
          end
          and (send_state = 'requested' or not ${isSuspended(suspendedTo)})
          and id <> all(${busy}::uuid[])
        order by requested_at limit ${count}) as due) as send
    left join contacts as person on person.id = send.contact_id
    order by row_number() over (partition by send.account_id order by send.place, send.requested_at),
      send.requested_at
    limit ${count}`
}
