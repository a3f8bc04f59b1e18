import { StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { RawEvent } from './raw-event.ts'

/** What of one stream the subscription has passed and nobody kept: from `next` to `last`, inclusive. */
type MissedPart = { next: bigint; last: bigint }

/** Raw events of one connection that were not kept, by stream: it has one a day. */
export type Missed = Map<string, MissedPart>

/** Notes an event that is not kept. */
export function miss(missed: Missed, { stream, revision }: RawEvent): void {
  const part = missed.get(stream)
  if (part === undefined) missed.set(stream, { next: revision, last: revision })
  else if (revision > part.last) part.last = revision
}

/** Notes that an event which was missed is kept after all. */
export function caughtUpWith(missed: Missed, { stream, revision }: RawEvent): void {
  const part = missed.get(stream)
  if (part === undefined) return
  part.next = revision + 1n
  if (part.next > part.last) missed.delete(stream)
}

/**
 * Reads what was missed, in log order; the reader has to note each before it asks for the next. Ends early when a new
 * stream is missed from, or a server does not have yet what the subscription has brought.
 * @throws StoreUnavailable
 */
export async function* readMissed(
  store: Pick<EventStore, 'readStream'>,
  missed: Missed,
): AsyncGenerator<RawEvent> {
  const streams = [...missed.keys()]
  const sources = streams.map((stream) => partOf(store, missed, stream))
  try {
    const heads = await Promise.all(sources.map((source) => source.next()))
    while ([...missed.keys()].every((stream) => streams.includes(stream))) {
      const oldest = oldestOf(heads)
      const head = heads[oldest]
      if (head === undefined || head.done) return
      yield head.value
      const next = await sources[oldest]?.next()
      if (next !== undefined) heads[oldest] = next
    }
  } finally {
    await Promise.all(sources.map((source) => source.return(undefined)))
  }
}

/** Index of the oldest event; -1 when there is none. */
function oldestOf(heads: readonly IteratorResult<RawEvent>[]): number {
  let oldest = -1
  let position: bigint | undefined
  for (const [i, head] of heads.entries()) {
    if (head.done || (position !== undefined && head.value.position >= position)) continue
    oldest = i
    position = head.value.position
  }
  return oldest
}

/** What was deleted since cannot be read any more, and is missed no longer. */
async function* partOf(
  store: Pick<EventStore, 'readStream'>,
  missed: Missed,
  stream: string,
): AsyncGenerator<RawEvent> {
  const part = missed.get(stream)
  if (part === undefined) return
  try {
    for await (const event of store.readStream(stream, part.next)) {
      if (event.revision > part.last) {
        missed.delete(stream)
        return
      }
      yield event as RawEvent
      if (missed.get(stream) !== part) return
    }
  } catch (error) {
    if (!(error instanceof StreamDeleted)) throw error
    missed.delete(stream)
  }
}
