import { newEvents } from '@recado/application/commands/command-context'
import { systemContext } from '@recado/application/commands/system-context'
import { type WholeRawEvent, withPayload } from '@recado/application/intake/raw-event'
import { type Reading, reducePayload } from '@recado/application/raw-events/reduce-payload'
import { payloadStream } from '@recado/application/raw-events/whole-payload'
import type {
  ProviderEventReceived,
  ProviderEventReduced,
} from '@recado/domain/provider-event/events'
import { asRecord } from '@recado/domain/provider-event/loose-json'
import { StreamDeleted } from '@recado/infra/event-store/errors'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { Search } from './search.ts'

/** A raw event with all that the log has of its payload. */
export type StoredRawEvent = {
  readonly fact: RecordedEvent<ProviderEventReceived>
  /** With its payload, or with what was left of that for others. */
  readonly whole: WholeRawEvent
  /** Parts of a payload that is larger than a record, and what was kept of it for others. */
  readonly parts: readonly RecordedEvent[]
}

/** The raw event of a position; null when that is no longer in the log, or is another kind of fact. */
export async function storedRawEvent(
  store: EventStore,
  id: string,
  position: bigint,
): Promise<StoredRawEvent | null> {
  const at = await eventAt(store, position)
  if (at === null || at.id !== id || at.type !== 'ProviderEventReceived') return null
  const fact = at as RecordedEvent<ProviderEventReceived>
  const parts: RecordedEvent[] = []
  try {
    for await (const part of store.readStream(streamOfParts(fact))) parts.push(part)
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
  }
  return { fact, whole: await withPayload(store, fact), parts }
}

/** Whether what a raw event holds of others was kept when the person was erased. */
export function isReducedFor(search: Search, { parts }: StoredRawEvent): boolean {
  return parts.some((part) => isKeptFor(search, part))
}

/** Whether a fact keeps what a raw event holds of others than the person. */
export function isKeptFor({ person }: Search, { type, data }: RecordedEvent): boolean {
  return type === 'ProviderEventReduced' && asRecord(data).contact_id === person
}

/** Keeps what a raw event holds of others than the person, as far as others are still there. @throws RevisionConflict */
export async function keepForOthers(
  search: Search,
  raw: StoredRawEvent,
  reading: Reading,
): Promise<void> {
  if (isReducedFor(search, raw)) return
  const { fact, parts, whole } = raw
  const payload = reducePayload(reading, lastKept(parts)?.payload ?? whole.data.payload)
  if (payload === null) return
  const { received_at } = fact.data
  const reduced_at = search.now().toISOString()
  const of = { raw_event_id: fact.id, contact_id: search.person, received_at, reduced_at }
  const reduced: ProviderEventReduced = { type: 'ProviderEventReduced', data: { ...of, payload } }
  const context = systemContext(search, {
    part: 'erasure',
    account_id: search.account_id,
    chain: search.person,
  })
  const revision = parts.at(-1)?.revision ?? 'no_stream'
  await search.store.append(streamOfParts(fact), revision, newEvents([reduced], context))
}

function streamOfParts({ id, data }: RecordedEvent<ProviderEventReceived>): string {
  return payloadStream(id, new Date(data.received_at))
}

function lastKept(parts: readonly RecordedEvent[]): ProviderEventReduced['data'] | undefined {
  const kept = parts.filter(({ type, erased }) => type === 'ProviderEventReduced' && !erased)
  return (kept as RecordedEvent<ProviderEventReduced>[]).at(-1)?.data
}
