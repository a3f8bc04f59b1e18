import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client'
import { FACT_UPCASTING, type Upcasting } from '@recado/domain/upcasters'
import type { FactMetadata, RecordedEvent } from './event-store.ts'
import { NO_KEYS, type OpeningKeys, opened, type Sealing } from './sealing.ts'

/**
 * An event in our form; null for the store's own (`$`-prefixed types and streams, links). Never throws: data or
 * metadata that is no JSON object becomes an empty one, which readers set aside. A fact of an older version is upcast
 * to the present one.
 */
export function recordedEvent(
  resolved: ResolvedEvent | AllStreamResolvedEvent,
  facts: Upcasting = FACT_UPCASTING,
  keys: OpeningKeys = NO_KEYS,
): RecordedEvent | null {
  const event = resolved.event
  if (!event || event.type.startsWith('$') || event.streamId.startsWith('$')) return null
  const metadata = objectFrom(event.metadata) as FactMetadata
  const { data, ...mark } = opened(event, objectFrom(event.data), metadata, keys)
  return {
    id: event.id,
    type: event.type,
    ...upcastToPresent(facts, event.type, data, metadata),
    ...mark,
    stream: event.streamId,
    revision: event.revision,
    position: positionOf(resolved),
    created: event.created.toISOString(),
  }
}

/** As recordedEvent, with the keys that open its sealed parts. @throws KeyMissing, VaultUnavailable */
export async function openedEvent(
  resolved: ResolvedEvent | AllStreamResolvedEvent,
  sealing: Sealing | null,
): Promise<RecordedEvent | null> {
  if (sealing === null) return recordedEvent(resolved)
  const keys = sealing.find(objectFrom(resolved.event?.metadata) as FactMetadata)
  return recordedEvent(resolved, FACT_UPCASTING, keys instanceof Promise ? await keys : keys)
}

/** Commit position of any event, the store's own included. */
export function positionOf({
  event,
  link,
  commitPosition,
}: ResolvedEvent | AllStreamResolvedEvent): bigint {
  const position = commitPosition ?? (link ?? event)?.position?.commit
  if (position === undefined) throw new Error('the event store sent an event without a position')
  return position
}

/** Data and metadata in the present version; unchanged when the upcaster fails, as on data of a foreign program. */
export function upcastToPresent(
  facts: Upcasting,
  type: string,
  data: object,
  metadata: FactMetadata,
) {
  const version = facts.versionOf(type)
  if (version === 1 || metadata.schema_version === version) return { data, metadata }
  try {
    const upcast = facts.upcast(type, data, metadata.schema_version)
    return upcast === data
      ? { data, metadata }
      : { data: upcast, metadata: { ...metadata, schema_version: version } }
  } catch {
    return { data, metadata }
  }
}

/** The object that JSON bytes hold, or that is given; an empty one for anything else. */
export function objectFrom(value: unknown): object {
  if (value instanceof Uint8Array) return objectFrom(parseData(value))
  return typeof value === 'object' && value !== null ? value : {}
}

function parseData(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8'))
  } catch {
    return null
  }
}
