import { wholePayload } from '@recado/application/raw-events/whole-payload'
import type { ProviderEventReceived } from '@recado/domain/provider-event/events'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Translate } from '@recado/translation/intent'
import type { IntakeCheckpoint } from './intake-tables.ts'
import { type Task, taskOf } from './record/record.ts'

/** A raw event of the log. */
export type RawEvent = RecordedEvent<ProviderEventReceived>

/** The raw event with its payload whole, where its record only names it. */
export async function withPayload(
  store: Pick<EventStore, 'readStream'>,
  raw: RawEvent,
): Promise<RawEvent> {
  if (raw.data.payload_parts === undefined) return raw
  return { ...raw, data: { ...raw.data, payload: await wholePayload(store, raw) } }
}

/** The tasks that a raw event gives; none when it concerns no connection of ours: then it is the operator's. */
export function intentsOf(translate: Translate, raw: RawEvent): readonly Task[] {
  const { account_id } = raw.metadata
  const { connection_id } = raw.data
  if (account_id === null || connection_id === null) return []
  return translate(raw.data).map((intent, index) =>
    taskOf({ raw, index, account_id, connection_id }, intent),
  )
}

/** Where intake is when all up to this event is done. */
export function placeOf({ position, id }: RawEvent): IntakeCheckpoint {
  return { position, event_id: id }
}
