import {
  nativeEventKey,
  partialEventKey,
  redeliveryKey,
} from '@recado/application/read-models/outbound-events'
import {
  ANNOUNCED_SINCE,
  includesNative,
  includesStructured,
  type OptInEvent,
  type StructuredEvent,
} from '@recado/contract/whatsapp-event-names'
import type { RedeliveryRequested } from '@recado/domain/webhook-delivery/events'
import type { RecordedEvent } from '@recado/infra/event-store/event-store'
import { logId } from '../../engine/log-id.ts'
import type { Need, Rows } from '../../engine/projection.ts'
import { type EndpointQueueRow, endpointQueues } from './delivery-rows.ts'
import { enqueue, needsOfDelivery, type Place } from './enqueue.ts'
import { outboundEvents, outboundMinutes } from './outbound-rows.ts'

export type Outbound = {
  /** Null of an event that belongs to no connection. */
  readonly connection_id: string | null
  readonly conversation_id: string | null
  readonly message_id: string | null
  /** The body, its `sequence` null; null where the raw event's own row has the body. */
  readonly body: string | null
} & (
  | { readonly kind: 'structured'; readonly event: StructuredEvent }
  | { readonly kind: 'notice'; readonly event: OptInEvent }
  /** `part`: the name of the part that it belongs to; null for none. */
  | { readonly kind: 'native'; readonly event: string; readonly part: string | null }
)

/**
 * Stores an outbound event for all readers, and enqueues it where a webhook wants it. A journal may
 * hold a fact twice; the first one counts. A quiet fact is stored but reported to nobody, and its change counts as
 * reported. A fact older than the event's name is not even stored.
 */
export async function storeOutboundEvent(
  fact: RecordedEvent,
  outbound: Outbound,
  rows: Rows,
): Promise<void> {
  const { account_id, recorded_at, quiet = false } = fact.metadata
  if (outbound.kind !== 'native' && recorded_at < (ANNOUNCED_SINCE[outbound.event] ?? '')) return
  if (account_id === null || (await rows.get(outboundEvents, fact.id)) !== undefined) return
  const { kind, part, ...of } = { part: null, ...outbound }
  const told = { ...of, event_at: recorded_at, is_native: kind === 'native' }
  const key = kind === 'native' ? keyOfNative(told.event, part) : told.event
  // No reader selects this key; only a recovery finds the event, by its id.
  const event_key = quiet ? `quiet:${key}` : key
  const log_id = logId(fact)
  const place = { event_key, log_id, position: Number(fact.position), recorded_at }
  rows.put(outboundEvents, { id: fact.id, account_id, ...told, ...place, quiet, original_id: null })
  await noteMinute(recorded_at, log_id, rows)
  for (const queue of await queuesFor(outbound, account_id, rows))
    if (isWanted(queue.events, outbound)) await enqueue(fact, queue, told, rows)
}

/** The webhook of the connection; for a notice all of the account, but for the one that the notice is about. */
async function queuesFor(
  { kind, connection_id }: Outbound,
  accountId: string,
  rows: Rows,
): Promise<readonly EndpointQueueRow[]> {
  if (kind !== 'notice' && connection_id !== null)
    return [(await rows.get(endpointQueues, connection_id)) ?? []].flat()
  const all = await rows.find(endpointQueues, 'account_id', accountId)
  return all.filter(({ id }) => id !== connection_id).sort((a, b) => (a.id < b.id ? -1 : 1))
}

export async function storeRedelivery(
  fact: RecordedEvent<RedeliveryRequested>,
  rows: Rows,
): Promise<void> {
  const { recorded_at } = fact.metadata
  const { event_id } = fact.data
  const original = await rows.get(outboundEvents, event_id)
  // A notice is about another connection of the account than the one that it is delivered to.
  if (original === undefined || original.account_id !== fact.metadata.account_id) return
  if ((await rows.get(outboundEvents, fact.id)) !== undefined) return
  const log_id = logId(fact)
  const event_key = redeliveryKey(original.event_key)
  const place = { event_key, log_id, position: Number(fact.position), recorded_at }
  rows.put(outboundEvents, {
    ...original,
    ...place,
    id: fact.id,
    body: null,
    original_id: event_id,
  })
  await noteMinute(recorded_at, log_id, rows)
}

/** Clocks of processes differ: a minute begins with its first event, or with the first event of a later minute. */
async function noteMinute(recordedAt: string, log_id: number, rows: Rows): Promise<void> {
  const minute = `${recordedAt.slice(0, 16)}:00.000Z`
  const { partition } = rows
  const [newest, id] = [`${partition} latest`, `${partition} ${minute}`]
  const latest = await rows.get(outboundMinutes, newest)
  if (latest !== undefined && minute <= latest.minute) return
  await rows.get(outboundMinutes, id)
  rows.put(outboundMinutes, { id, partition, minute, log_id })
  rows.put(outboundMinutes, { id: newest, partition, minute, log_id })
}

function keyOfNative(event: string, part: string | null): string {
  return part === null ? nativeEventKey(event) : partialEventKey(part)
}

function isWanted(events: readonly string[], outbound: Outbound): boolean {
  if (outbound.kind === 'structured') return includesStructured(events, outbound.event)
  if (outbound.kind === 'notice') return events.includes(outbound.event)
  const { event, part } = outbound
  return includesNative(events, event) || (part !== null && includesNative(events, part))
}

/** The rows that `storeOutboundEvent` touches for a fact that is applied once, so not of a journal. */
export function needsOfOutboundEvent(fact: RecordedEvent, place: Place): readonly Need[] {
  const event = [outboundEvents, fact.id, 'new'] as unknown as Need
  return [event, ...needsOfDelivery(fact, place)]
}
