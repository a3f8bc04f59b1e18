import { type Statement, sql } from '@recado/infra/postgres/sql'
import type { Limits } from './next-step.ts'

/**
 * The oldest sends for which something is due, the oldest of each connection first: a long queue on one connection does
 * not delay the others. Read models may be behind, so the log decides each step again.
 * @param busy ids that are being worked on
 */
export function openSends(
  now: Date,
  limits: Limits,
  busy: readonly string[],
  count: number,
): Statement {
  const ago = (ms: number) => new Date(now.getTime() - ms).toISOString()
  return sql`
    select send.id, send.account_id, send.connection_id, send.send_state, send.attempt,
      send.created_at, send.requested_at, send.next_at, person.wa_id, person.lid
    from messages as send
    left join contacts as person on person.id = send.contact_id
    where send.send_state in ('requested', 'deferred', 'unresolved')
      and case send.send_state
        when 'requested' then send.requested_at <= ${ago(limits.outcomeMs)}::timestamptz
        when 'unresolved' then send.next_at <= ${now.toISOString()}::timestamptz
          or send.requested_at <= ${ago(limits.unresolvedMs)}::timestamptz
        else send.next_at <= ${now.toISOString()}::timestamptz
          or send.created_at <= ${ago(limits.deferredMs)}::timestamptz
      end
      and send.id <> all(${busy}::uuid[])
    order by row_number() over (partition by send.connection_id order by send.requested_at),
      send.requested_at
    limit ${count}`
}
