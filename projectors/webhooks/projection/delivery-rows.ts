import { deliveriesOfAccount } from '@recado/application/read-models/lists/deliveries'
import type { WebhookDelivery } from '@recado/contract/webhook-delivery'
import type { DeliveryOutcome, NoAnswer } from '@recado/domain/webhook-delivery/events'
import { table } from '../../engine/table.ts'
import { keepList } from '../../read-models/keep-list.ts'
import { deliveryTally } from './delivery-tally.ts'
import type { MessageNotification } from './whatsapp-events.ts'

/** Why a delivery exists: for a fact, or by request. Nothing counts a test. */
export type DeliveryOrigin = 'event' | 'redelivery' | 'recovery' | 'test'

/** One delivery of one fact to one webhook. The POST has the outbound event's body with this sequence. */
export type DeliveryRow = {
  readonly id: string
  readonly account_id: string
  /** The account; null for a test. */
  readonly listed_in: string | null
  readonly connection_id: string
  readonly webhook_id: string
  readonly origin: DeliveryOrigin
  readonly event: string
  /** Id of the outbound event, which is the id of the fact it tells. */
  readonly event_id: string
  /** The event of a requested delivery, by which all deliveries of the event are found. */
  readonly again_of: string | null
  readonly recovery_id: string | null
  /** Of an event's first delivery: whether there are others. */
  readonly is_repeated: boolean
  readonly conversation_id: string | null
  readonly message_id: string | null
  /** Place among this webhook's deliveries in this conversation, from 1 without gaps. */
  readonly sequence: number | null
  /** Place among this webhook's deliveries, from 1 without gaps. */
  readonly ordinal: number
  readonly position: number
  readonly correlation_id: string
  readonly traceparent: string | null
  /** When the event's fact was recorded; the same for redeliveries. */
  readonly event_at: string
  readonly is_native: boolean
  readonly status: 'pending' | 'delivered' | 'failed' | 'dead'
  readonly attempts: number
  readonly last_status: number | null
  readonly last_error: string | null
  readonly target_url: string
  /** When the next attempt is due, ISO 8601; at once when null. */
  readonly next_at: string | null
  readonly delivered_at: string | null
  readonly dead_at: string | null
  readonly created_at: string
  readonly account_pos: number
  /** Body of a test, which has no stored event. */
  readonly test_body: string | null
}

export type DeliveryAttemptRow = {
  readonly id: string
  readonly delivery_id: string
  readonly attempt: number
  readonly attempted_at: string
  readonly http_status: number | null
  readonly took_ms: number
  readonly outcome: DeliveryOutcome
  readonly error: string | null
  /** Null when an answer came. */
  readonly failure: NoAnswer | null
  readonly next_at: string | null
  readonly answer_excerpt: string | null
  /** Values of the headers that signed it; null when nothing was signed or kept. */
  readonly service_signature: string | null
  readonly standard_signature: string | null
}

/** A webhook as deliveries need it. The id is its connection's: a connection has one webhook. */
export type EndpointQueueRow = {
  readonly id: string
  readonly account_id: string
  readonly webhook_id: string
  readonly shard: number
  readonly url: string
  readonly events: readonly string[]
  readonly active: boolean
  readonly last_ordinal: number
  readonly pending: number
  /** When deliveries last went on after a pause. */
  readonly resumed_at: string | null
  /** Since when every attempt has failed. */
  readonly failing_since: string | null
  /** Whether that was noticed. */
  readonly failing_noticed: boolean
  /** Why it was deactivated without a request; null unless it was. */
  readonly switched_off: 'gone' | 'failing' | null
}

/** Of a webhook whose last attempt succeeded, or that has not been tried since it was configured. */
export const NOT_FAILING: Pick<EndpointQueueRow, 'failing_since' | 'failing_noticed'> = {
  failing_since: null,
  failing_noticed: false,
}

export type SequenceRow = { readonly id: string; readonly last: number }

/** What customers were told of a message, whether or not a webhook wanted it. */
export type NotificationRow = {
  readonly id: string
  readonly told: readonly MessageNotification[]
  readonly accepted: boolean
}

export const deliveries = table<DeliveryRow>({
  name: 'deliveries',
  lists: [keepList(deliveriesOfAccount, { clamp: 'created_at' })],
  tally: deliveryTally,
  docs: { doc: deliveryDoc },
})
export const deliveryAttempts = table<DeliveryAttemptRow>({
  name: 'delivery_attempts',
  maxCached: 0,
})
export const endpointQueues = table<EndpointQueueRow>({ name: 'endpoint_queues' })
export const deliverySequences = table<SequenceRow>({ name: 'delivery_sequences' })
export const messageNotifications = table<NotificationRow>({ name: 'message_notifications' })

function deliveryDoc(row: DeliveryRow): WebhookDelivery {
  return {
    id: row.id,
    connection_id: row.connection_id,
    event: row.event,
    event_id: row.event_id,
    status: row.status,
    attempts: row.attempts,
    last_status: row.last_status,
    last_error: row.last_error,
    target_url: row.target_url,
    next_attempt_at: row.next_at,
    delivered_at: row.delivered_at,
    created_at: row.created_at,
  }
}
