import { AGGREGATE_CATEGORIES, JOURNAL_CATEGORIES } from '@recado/domain/category'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'

const AGGREGATE_PREFIXES: readonly string[] = AGGREGATE_CATEGORIES.map((category) => `${category}-`)

/** Whether a stream belongs to an aggregate, so that no retention deletes it. */
export function isAggregateStream(stream: string): boolean {
  return AGGREGATE_PREFIXES.some((prefix) => stream.startsWith(prefix))
}

/** All journals except `providerPost`, whose bytes no read model shows. */
const SHOWN_JOURNALS = JOURNAL_CATEGORIES.filter((category) => category !== 'providerPost')

/** Prefixes of all streams that the read models follow. */
export const FOLLOWED_PREFIXES: readonly string[] = [
  ...AGGREGATE_PREFIXES,
  ...SHOWN_JOURNALS.map((category) => `${category}-`),
]

/**
 * The position of the newest event that the read models follow, and so will reach; null when there is none, or when the
 * signal aborted the search.
 */
export async function headOfFollowedStreams(
  store: Pick<EventStore, 'readAll'>,
  signal?: AbortSignal,
): Promise<bigint | null> {
  for await (const event of store.readAll({ from: 'end', direction: 'backwards' })) {
    if (signal?.aborted) return null
    if (FOLLOWED_PREFIXES.some((prefix) => event.stream.startsWith(prefix))) return event.position
  }
  return null
}

export type Backlog = { readonly count: number; readonly first: RecordedEvent | null }

/** Counts the events after a position, `most` at most. @returns null when the log does not answer in time */
export async function countBacklog(
  store: EventStore,
  of: { position: bigint; streamPrefixes: readonly string[]; most: number; withinMs: number },
): Promise<Backlog | null> {
  const timeout = AbortSignal.timeout(of.withinMs)
  const from = of.position < 0n ? 'start' : of.position
  const filter = { streamPrefixes: of.streamPrefixes }
  let [count, first]: [number, RecordedEvent | null] = [0, null]
  for await (const item of store.subscribe({ from, filter, signal: timeout })) {
    if (item.kind === 'caught_up') return { count, first }
    if (item.kind !== 'event') continue
    first ??= item.event
    count += 1
    if (count >= of.most) return { count, first }
  }
  return first === null ? null : { count, first }
}
