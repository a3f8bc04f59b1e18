import { raw, type Statement, sql } from '@recado/infra/postgres/sql'

/** Exactly the condition of the index of open sends. */
export const isOpen = raw("send_state in ('requested', 'deferred', 'unresolved')")

/**
 * Whether a row of `messages` is of a send from before a restore that no operator has released since.
 * @param to the log id up to which sends are suspended; null when none are
 */
export function isSuspended(to: number | null): Statement {
  if (to === null) return raw('false')
  return sql`(log_id <= ${to} and (released_to is null or released_to < ${to}))`
}

/** A send that goes out only if an operator releases it, and what is known of it. Times are ISO 8601. */
export type SuspendedSend = {
  readonly message_id: string
  readonly account_id: string
  readonly connection_id: string
  readonly conversation_id: string
  readonly log_id: number
  readonly type: string
  readonly recipient: {
    readonly phone: string | null
    readonly business_scoped_user_id: string | null
  }
  readonly requested_at: string
  readonly send_state: 'requested' | 'deferred' | 'unresolved'
  readonly attempts: number
  readonly last_attempt_at: string | null
  readonly status: string
  readonly provider_message_id: string | null
}

/**
 * The suspended sends in the order of their requests.
 * @param after the log id of the last send of the previous page; 0 for the first page
 */
export function suspendedSends(to: number | null, after: number, count: number): Statement {
  return sql`
    select id as message_id, account_id, connection_id, conversation_id, log_id, type,
      json_build_object('phone', party_phone, 'business_scoped_user_id', party_business_scoped_user_id) as recipient,
      created_at as requested_at, send_state, attempt as attempts,
      case when attempt > 0 then requested_at end as last_attempt_at, status, provider_message_id
    from messages
    where ${isOpen} and ${isSuspended(to)} and log_id > ${after}
    order by log_id limit ${count}`
}

/** Counts the suspended sends after a log id, as `total`. */
export function countSuspended(to: number | null, after = 0): Statement {
  return sql`select count(*)::int as total from messages
    where ${isOpen} and ${isSuspended(to)} and log_id > ${after}`
}

/** Selects a message if it is a suspended send. */
export function suspendedSend(to: number | null, messageId: string): Statement {
  return sql`select id as message_id, account_id from messages
    where id = ${messageId} and ${isOpen} and ${isSuspended(to)}`
}
