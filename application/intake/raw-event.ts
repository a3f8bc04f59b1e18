import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Translate } from '@recado/translation/intent'
import { wholePayload } from '../raw-events/whole-payload.ts'
import { type Task, taskOf } from './task.ts'

export type RawEvent = RecordedEvent<ProviderEventReceived>

/** A raw event with its whole payload: only such a one is queued or translated. */
export type WholeRawEvent = RecordedEvent<
  ProviderEventReceived & { data: { payload_parts?: never } }
>

/** Loads a payload that the record only names. Nothing else makes a WholeRawEvent of a read event. */
export async function withPayload(
  store: Pick<EventStore, 'readStream'>,
  raw: RawEvent,
): Promise<WholeRawEvent> {
  if (isWhole(raw)) return raw
  const { payload_parts: _, ...data } = raw.data
  return { ...raw, data: { ...data, payload: await wholePayload(store, raw) } }
}

export function isWhole(raw: RawEvent): raw is WholeRawEvent {
  return raw.data.payload_parts === undefined
}

/** None when the raw event concerns no connection of ours, but only the operator. */
export function intentsOf(translate: Translate, raw: WholeRawEvent): readonly Task[] {
  const { account_id } = raw.metadata
  const { connection_id } = raw.data
  if (account_id === null || connection_id === null) return []
  return translate(raw.data).map((intent, index) =>
    taskOf({ raw, index, account_id, connection_id }, intent),
  )
}
