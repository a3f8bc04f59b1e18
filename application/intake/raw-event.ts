import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Translate } from '@recado/translation/intent'
import type { PersonIds } from '../person-ids.ts'
import { wholePayload } from '../raw-events/whole-payload.ts'
import { type Task, taskOf } from './task.ts'

export type RawEvent = RecordedEvent<ProviderEventReceived>

/** A raw event with its whole payload. Only a whole raw event is queued or translated. */
export type WholeRawEvent = RecordedEvent<
  ProviderEventReceived & { data: { payload_parts?: never } }
>

/** Loads the payload that a record only refers to. Nothing else turns a raw event into a WholeRawEvent. */
export async function withPayload(
  store: Pick<EventStore, 'readStream'>,
  raw: RawEvent,
): Promise<WholeRawEvent> {
  if (isWhole(raw)) return raw
  const { payload_parts: _, ...data } = raw.data
  return { ...raw, data: { ...data, payload: await wholePayload(store, raw) } }
}

/** Whether the record itself has the whole payload. */
export function isWhole(raw: RawEvent): raw is WholeRawEvent {
  return raw.data.payload_parts === undefined
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
  if (account_id === null || connection_id === null || raw.erased === true) return []
  return translate(raw.data).map((intent, index) =>
    taskOf(personIds, { raw, index, account_id, connection_id }, intent),
  )
}
