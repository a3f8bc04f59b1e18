import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Translate } from '@recado/translation/intent'
import type { PersonIds } from '../person-ids.ts'
import { reducedPayload, wholePayload } from '../raw-events/whole-payload.ts'
import { type Task, taskOf } from './task.ts'

export type RawEvent = RecordedEvent<ProviderEventReceived>

/** A raw event with its whole payload. Only a whole raw event is queued or translated. */
export type WholeRawEvent = RecordedEvent<
  ProviderEventReceived & { data: { payload_parts?: never } }
> & {
  /** Of an erased one: its payload is what it holds of others. */
  readonly reduced?: true
}

/** Loads the payload that a record only refers to. Nothing else turns a raw event into a WholeRawEvent. */
export async function withPayload(
  store: Pick<EventStore, 'readStream'>,
  raw: RawEvent,
): Promise<WholeRawEvent> {
  if (isWhole(raw)) return raw
  const { payload_parts: _, ...data } = raw.data
  if (raw.erased === true) {
    const payload = await reducedPayload(store, raw)
    if (payload === null) return { ...raw, data }
    return { ...raw, data: { ...data, payload }, reduced: true }
  }
  return { ...raw, data: { ...data, payload: await wholePayload(store, raw) } }
}

/** Whether the record itself has all that can be read of the payload. */
export function isWhole(raw: RawEvent): raw is WholeRawEvent {
  return raw.data.payload_parts === undefined && raw.erased !== true
}

/**
 * The queue in which a raw event waits: that of its connection, apart from that the history of a number has its own, so
 * that what people write now does not wait for what they wrote in half a year.
 */
export function laneOf({ data: { connection_id, event } }: RawEvent): string | null {
  return event === 'history' && connection_id !== null ? `${connection_id} history` : connection_id
}

/**
 * The intents of a raw event with their ids; none for one that concerns no connection of ours, but only the operator, and
 * for one that nobody can read any more.
 */
export function intentsOf(
  personIds: PersonIds,
  translate: Translate,
  raw: WholeRawEvent,
): readonly Task[] {
  const { account_id } = raw.metadata
  const { connection_id } = raw.data
  if (account_id === null || connection_id === null || isUnreadable(raw)) return []
  return translate(raw.data).map((intent, index) =>
    taskOf(personIds, { raw, index, account_id, connection_id }, intent),
  )
}

function isUnreadable({ erased, reduced }: WholeRawEvent): boolean {
  return erased === true && reduced !== true
}
