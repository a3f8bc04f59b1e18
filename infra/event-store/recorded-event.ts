import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client'
import type { FactMetadata, RecordedEvent } from './event-store.ts'

/**
 * An event as the log holds it, or null for the store's own ones (`$`-prefixed types and streams, links).
 * Never throws: a foreign event without a JSON object for data or metadata comes with an empty one, so
 * that its reader can set it aside.
 */
export function recordedEvent(
  resolved: ResolvedEvent | AllStreamResolvedEvent,
): RecordedEvent | null {
  const event = resolved.event
  if (!event || event.type.startsWith('$') || event.streamId.startsWith('$')) return null
  return {
    id: event.id,
    type: event.type,
    data: objectFrom(event.data),
    metadata: objectFrom(event.metadata) as FactMetadata,
    stream: event.streamId,
    revision: event.revision,
    position: positionOf(resolved),
    created: event.created.toISOString(),
  }
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

function objectFrom(value: unknown): object {
  if (value instanceof Uint8Array) return objectFrom(parsed(value))
  return typeof value === 'object' && value !== null ? value : {}
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'))
  } catch {
    return null
  }
}
