import { isOpen, isSuspended } from '@recado/application/sending/suspended-sends'
import { type Statement, sql } from '@recado/infra/postgres/sql'
import type { Limits } from './next-step.ts'

type Selection = {
  readonly busy: readonly string[]
  readonly count: number
  readonly onlyConnected: readonly string[]
  readonly suspendedTo: number | null
}

/**
 * The oldest sends with a due step, for each server that they go to, the oldest of each account first, and of an account
 * the oldest of each connection: neither a long queue on one connection, nor many connections of one account, nor a server
 * that does not answer delay the others. Where only connected numbers send, those that are not wait. Read models may be
 * behind, so the log decides each step again. A suspended send has one step: a lost attempt becomes unresolved, which
 * answers its caller and sends nothing.
 * @param of.onlyConnected the types of connections that send only while they are connected
 * @param of.busy ids of sends with a step under way
 * @param of.count at most so many for each server
 * @param of.suspendedTo the log id up to which sends are suspended; null when none are
 */
export function openSends(
  now: Date,
  limits: Limits,
  { busy, count, onlyConnected, suspendedTo }: Selection,
): Statement {
  const maySend = sql`not number.released
    and (number.status = 'connected' or number.type <> all(${onlyConnected}::text[]))`
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return sql`
    with recursive waiting as (
      (select connection_id from messages where ${isOpen} order by connection_id limit 1)
      union all
      select (select connection_id from messages where ${isOpen} and connection_id > w.connection_id
        order by connection_id limit 1)
      from waiting w where w.connection_id is not null)
    select ranked.*, person.wa_id, person.lid,
      coalesce((select whole.restricted from contacts whole where whole.id = person.survivor_id), false)
        as restricted
    from (
      select fair.*, row_number() over (
        partition by type, gateway_id order by account_place, requested_at) as server_place
      from (
        select send.*, row_number() over (
          partition by send.account_id, type, gateway_id order by send.place, send.requested_at) as account_place
        from (
          select due.*, number.type, number.gateway_id,
            row_number() over (partition by due.connection_id order by due.requested_at) as place
          from waiting w left join connections number on number.id = w.connection_id cross join lateral (
            select id, account_id, connection_id, contact_id, send_state, attempt, created_at, requested_at,
              next_at, released_at, has_words
            from messages
            where connection_id = w.connection_id and ${isOpen}
              and case send_state
                when 'requested' then requested_at <= ${ago(limits.outcomeMs)}::timestamptz
                when 'unresolved' then (next_at <= ${now.toISOString()}::timestamptz and ${maySend})
                  or greatest(requested_at, released_at) <= ${ago(limits.unresolvedMs)}::timestamptz
                else (next_at <= ${now.toISOString()}::timestamptz and ${maySend})
                  or greatest(created_at, released_at) <= ${ago(limits.deferredMs)}::timestamptz
              end
              and (send_state = 'requested' or not ${isSuspended(suspendedTo)})
              and id <> all(${busy}::uuid[])
            order by requested_at limit ${count}) as due) as send) as fair) as ranked
    left join contacts as person on person.id = ranked.contact_id
    where server_place <= ${count}
    order by account_place, requested_at`
}
