import { attemptFactId } from '@recado/application/ids'
import type { DeliveryAttempted, DeliveryGivenUp } from '@recado/domain/webhook-delivery/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Rows } from '../../engine/projection.ts'
import {
  type DeliveryRow,
  deliveries,
  deliveryAttempts,
  type EndpointQueueRow,
  endpointQueues,
  NOT_FAILING,
} from './delivery-rows.ts'

/** Applies the outcome of a POST. The journal may hold an attempt twice; the second one is dropped. */
export async function applyAttempt(
  { data }: RecordedEvent<DeliveryAttempted>,
  rows: Rows,
): Promise<void> {
  const row = await rows.get(deliveries, data.delivery_id)
  if (row === undefined || data.attempt <= row.attempts) return
  if (isErased(row)) return noteLateAttempt(row, data, rows)
  if (!isPending(row)) return
  const ok = data.outcome === 'delivered'
  const now: DeliveryRow = {
    ...row,
    status: ok ? 'delivered' : 'failed',
    attempts: data.attempt,
    last_status: data.http_status,
    last_error: data.error,
    target_url: data.target_url,
    next_at: data.next_at,
    delivered_at: ok ? data.attempted_at : null,
  }
  rows.put(deliveries, now)
  await noteAttempt(data, rows)
  const queue = await rows.get(endpointQueues, row.connection_id)
  if (queue === undefined) return
  const { failing_since, failing_noticed } = queue
  const after = ok ? withDelivered(queue) : withFailed(queue, data.attempted_at)
  // The answer to a test says nothing about the traffic.
  rows.put(
    endpointQueues,
    row.origin === 'test' ? { ...after, failing_since, failing_noticed } : after,
  )
}

/**
 * What came of an attempt that was under way when its person was erased. That there was an answer is noted, so that the
 * erasure finds the fact that has it.
 */
async function noteLateAttempt(
  row: DeliveryRow,
  data: DeliveryAttempted['data'],
  rows: Rows,
): Promise<void> {
  rows.put(deliveries, { ...row, attempts: data.attempt, last_status: data.http_status })
  const answer_excerpt = data.answer_excerpt === null ? null : ''
  await noteAttempt({ ...data, error: null, answer_excerpt }, rows)
}

async function noteAttempt(data: DeliveryAttempted['data'], rows: Rows): Promise<void> {
  const { delivery_id, attempt, attempted_at, http_status, took_ms, outcome, next_at, signed } =
    data
  const id = attemptFactId({ delivery_id, type: 'DeliveryAttempted', attempt })
  await rows.get(deliveryAttempts, id)
  rows.put(deliveryAttempts, {
    ...{ id, delivery_id, attempt, attempted_at, http_status, took_ms, outcome, next_at },
    ...{ error: data.error, failure: data.failure ?? null },
    answer_excerpt: data.answer_excerpt,
    service_signature: signed?.service ?? null,
    standard_signature: signed?.standard ?? null,
  })
}

export async function applyGivenUp(
  { data }: RecordedEvent<DeliveryGivenUp>,
  rows: Rows,
): Promise<void> {
  const because = data.reason === 'skipped' ? 'paused for too long' : null
  await applyEnded(data.delivery_id, { at: data.given_up_at, because }, rows)
}

/**
 * A delivery that was not made is not tried again.
 * @param of.because its error, unless an attempt had one
 * @returns whether it would have been
 */
export async function applyEnded(
  id: string,
  { at, because }: { readonly at: string; readonly because: string | null },
  rows: Rows,
): Promise<boolean> {
  const row = await rows.get(deliveries, id)
  if (row === undefined || !isPending(row)) return false
  rows.put(deliveries, {
    ...row,
    status: 'dead',
    next_at: null,
    dead_at: row.origin === 'test' ? null : at,
    last_error: row.last_error ?? because,
  })
  const queue = await rows.get(endpointQueues, row.connection_id)
  if (queue !== undefined) rows.put(endpointQueues, withOneLess(queue))
  return true
}

/** The error of a delivery that an erasure has ended. */
export const ERASED = 'erased'

function isErased({ status, last_error }: DeliveryRow): boolean {
  return status === 'dead' && last_error === ERASED
}

function isPending({ status }: DeliveryRow): boolean {
  return status === 'pending' || status === 'failed'
}

function withDelivered(queue: EndpointQueueRow): EndpointQueueRow {
  return { ...withOneLess(queue), ...NOT_FAILING }
}

function withOneLess(queue: EndpointQueueRow): EndpointQueueRow {
  return { ...queue, pending: queue.pending - 1 }
}

function withFailed(queue: EndpointQueueRow, at: string): EndpointQueueRow {
  // A failure that begins was not noticed yet, whatever was noticed of attempts that retention has removed.
  return queue.failing_since === null ? { ...queue, ...NOT_FAILING, failing_since: at } : queue
}
