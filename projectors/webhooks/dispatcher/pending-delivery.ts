import { chainOf } from '@recado/application/commands/command-context'
import { withSequence } from '@recado/application/webhooks/with-sequence'
import { isOwn } from '@recado/contract/whatsapp-event-names'
import type { DeliveryRow } from '../projection/delivery-rows.ts'

/** Columns of a delivery that only its readers need, and no attempt. */
type Shown =
  | ('status' | 'last_status' | 'last_error' | 'target_url' | 'listed_in' | 'account_pos')
  | ('delivered_at' | 'dead_at' | 'again_of' | 'is_repeated' | 'message_id' | 'test_body')
  | ('recovery_id' | 'event_at' | 'is_native')

/** A pending delivery in memory: everything an attempt needs except the webhook's address and secret. */
export type PendingDelivery = Omit<DeliveryRow, Shown> & {
  /** The exact bytes to sign and send. */
  readonly body: Buffer
}

type Named = Pick<DeliveryRow, 'id' | 'account_id' | 'correlation_id' | 'connection_id'>

/** The pending delivery of a row. @param body of its outbound event, with a `sequence` of null */
export function pendingDeliveryOf(row: Omit<DeliveryRow, 'status'>, body: string): PendingDelivery {
  return {
    id: row.id,
    account_id: row.account_id,
    connection_id: row.connection_id,
    webhook_id: row.webhook_id,
    origin: row.origin,
    event: row.event,
    event_id: row.event_id,
    conversation_id: row.conversation_id,
    sequence: row.sequence,
    ordinal: row.ordinal,
    position: row.position,
    correlation_id: row.correlation_id,
    traceparent: row.traceparent,
    attempts: row.attempts,
    next_at: row.next_at,
    created_at: row.created_at,
    body: Buffer.from(withSequence(body, row.sequence)),
  }
}

/** What a log line names of a delivery. */
export function logFieldsOf({ id, account_id, correlation_id, connection_id }: Named) {
  const chain = chainOf({ account_id, correlation_id, request_id: null })
  return { ...chain, connection_id, delivery_id: id }
}

/** Failed attempts after which later deliveries of the conversation may pass: poison must not block it for days. */
export const HOLDING_ATTEMPTS = 3

/**
 * The key within which deliveries keep their order: the conversation, else the connection. Native events and
 * redeliveries stand alone. Recovered deliveries have an order of their own, so that they and new deliveries do not
 * hold each other up.
 */
export function orderKey({
  conversation_id,
  connection_id,
  origin,
  event,
  id,
  attempts,
}: PendingDelivery): string {
  if (attempts >= HOLDING_ATTEMPTS || origin === 'redelivery' || origin === 'test') return id
  const key = conversation_id ?? (isOwn(event) ? connection_id : id)
  return origin === 'recovery' ? `recovered ${key}` : key
}
