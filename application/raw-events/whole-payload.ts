import { asNative, type Native, readNative } from '@recado/domain/native-json'
import type {
  ProviderEventReceived,
  ProviderEventReduced,
  ProviderPayloadReceived,
} from '@recado/domain/provider-event/events'
import { isRecord } from '@recado/domain/provider-event/loose-json'
import { StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import { joinedParts } from './joined-parts.ts'

/** The stream of a payload that is too large for one record. */
export function payloadStream(rawEventId: string, receivedAt: Date): string {
  return dayStream('providerEvent', rawEventId, receivedAt)
}

/** The whole payload of a raw event; once its parts are deleted, only what the record has of it. */
export async function wholePayload(
  store: Pick<EventStore, 'readStream'>,
  { id, data }: Pick<RecordedEvent<ProviderEventReceived>, 'id' | 'data'>,
): Promise<Native> {
  const { payload, payload_parts: expected = 0, received_at } = data
  const stream = payloadStream(id, new Date(received_at))
  const parts = expected > 0 ? await readParts(store, stream) : new Map<number, string>()
  if (expected === 0 || parts.size < expected) return payload
  const whole = readNative(joinedParts(parts))
  return isRecord(whole) ? asNative(whole) : payload
}

/** What an erased raw event still holds of others; null for nothing. */
export async function reducedPayload(
  store: Pick<EventStore, 'readStream'>,
  { id, data }: Pick<RecordedEvent<ProviderEventReceived>, 'id' | 'data'>,
): Promise<Native | null> {
  let last: Native | null = null
  try {
    for await (const fact of store.readStream(payloadStream(id, new Date(data.received_at))))
      if (fact.type === 'ProviderEventReduced')
        last = fact.erased === true ? null : (fact.data as ProviderEventReduced['data']).payload
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
  }
  return last
}

async function readParts(store: Pick<EventStore, 'readStream'>, stream: string) {
  const parts = new Map<number, string>()
  try {
    for await (const event of store.readStream(stream)) {
      // Without it there is no whole payload.
      if (event.erased === true || event.type !== 'ProviderPayloadReceived') continue
      const { part, body } = event.data as ProviderPayloadReceived['data']
      parts.set(part, body)
    }
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
  }
  return parts
}
