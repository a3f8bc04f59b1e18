import { deliveryId } from '@recado/application/ids'
import { deliveriesOfAccount } from '@recado/application/read-models/lists/deliveries'
import type {
  RecoveryAdvanced,
  RecoveryCompleted,
  RecoveryRequested,
} from '@recado/domain/delivery-recovery/events'
import type { DeliveryRecovered } from '@recado/domain/webhook-delivery/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logId } from '../../engine/log-id.ts'
import type { Rows } from '../../engine/projection.ts'
import { rowChanger } from '../../engine/row-changer.ts'
import { totalOf } from '../../read-models/keep-list.ts'
import { type DeliveryRow, deliveries, endpointQueues } from './delivery-rows.ts'
import { newDelivery, nextSequence, withOneMore } from './enqueue.ts'
import { outboundEvents } from './outbound-rows.ts'
import { type DeliveryRecoveryRow, deliveryRecoveries } from './recovery-rows.ts'

const change = rowChanger(deliveryRecoveries)

export async function applyRecoveryRequested(
  event: RecordedEvent<RecoveryRequested>,
  rows: Rows,
): Promise<void> {
  const { recovery_id: id, connection_id, since, requested_at } = event.data
  const { account_id } = event.metadata
  if (account_id === null || (await rows.get(deliveryRecoveries, id)) !== undefined) return
  rows.put<DeliveryRecoveryRow>(deliveryRecoveries, {
    ...{ id, account_id, connection_id, since, requested_at },
    ...{ status: 'running', found: 0, enqueued: 0, through: -1, until: logId(event) },
  })
}

/** The first step looks as far as the log goes at that moment; later events are delivered without the recovery. */
export async function applyRecoveryAdvanced(
  event: RecordedEvent<RecoveryAdvanced>,
  rows: Rows,
): Promise<void> {
  const { recovery_id, from, through, found } = event.data
  await change(rows, recovery_id, (row) => ({
    until: from === -1 ? Math.max(row.until, logId(event)) : row.until,
    through,
    found: row.found + found,
  }))
}

export async function applyRecoveryCompleted(
  { data }: RecordedEvent<RecoveryCompleted>,
  rows: Rows,
): Promise<void> {
  // Uses the fact's count, because the log may no longer hold all deliveries that it counted.
  const { recovery_id, enqueued } = data
  await change(rows, recovery_id, { enqueued, status: 'done' })
}

/** Enqueues an event unless a delivery of it is pending or came through. Other requests stand earlier in the log. */
export async function applyDeliveryRecovered(
  fact: RecordedEvent<DeliveryRecovered>,
  rows: Rows,
): Promise<void> {
  const { delivery_id: id, recovery_id, event_id, connection_id, webhook_id } = fact.data
  const recovery = await rows.get(deliveryRecoveries, recovery_id)
  const event = await rows.get(outboundEvents, event_id)
  const queue = await rows.get(endpointQueues, connection_id)
  const first = await rows.get(deliveries, deliveryId({ event_id, webhook_id }))
  const known = await rows.get(deliveries, id)
  if (!recovery || !event || !queue || known) return
  if (first !== undefined && (await isTaken(first, rows))) return
  const sequence = first ? first.sequence : await nextSequence(queue, event.conversation_id, rows)
  const position = first?.position ?? event.position
  const delivery = newDelivery(id, fact, queue, event, sequence)
  const again = { origin: 'recovery', event_id, again_of: event_id, recovery_id, position } as const
  rows.put(deliveries, { ...delivery, ...again })
  if (first !== undefined) rows.put(deliveries, { ...first, is_repeated: true })
  rows.put(endpointQueues, withOneMore(queue))
  rows.put(deliveryRecoveries, { ...recovery, enqueued: recovery.enqueued + 1 })
}

export function needsOfRecovery({ data, metadata }: RecordedEvent<DeliveryRecovered>) {
  return [
    [deliveryRecoveries, data.recovery_id] as const,
    [outboundEvents, data.event_id] as const,
    [endpointQueues, data.connection_id] as const,
    [deliveries, deliveryId(data)] as const,
    [deliveries, data.delivery_id] as const,
    totalOf(deliveriesOfAccount, metadata.account_id),
  ]
}

async function isTaken(first: DeliveryRow, rows: Rows): Promise<boolean> {
  if (first.status !== 'dead') return true
  if (!first.is_repeated) return false
  const others = await rows.find(deliveries, 'again_of', first.event_id)
  return others.some(({ status }) => status !== 'dead')
}
