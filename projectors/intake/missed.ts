import type { RawEvent } from '@recado/application/intake/raw-event'
import { StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** The revision range of one stream that was delivered but not kept, inclusive. */
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

/** The events of one part as they are read; `head` comes next, and is undefined when there is none. */
type Source = {
  readonly part: MissedPart
  readonly events: AsyncGenerator<RawEvent, void, void>
  head: RawEvent | undefined
}

/**
 * Reads what was missed, in log order; the reader has to note each before it asks for the next. Ends early when events
 * of another part are missed meanwhile, or a server does not have yet what the subscription has brought.
 * @throws StoreUnavailable
 */
export async function* readMissed(
  store: Pick<EventStore, 'readStream'>,
  missed: Missed,
): AsyncGenerator<RawEvent, void, void> {
  const sources = [...missed].map(([stream, part]): Source => {
    return { part, events: readPart(store, missed, stream, part), head: undefined }
  })
  const comesFrom = (part: MissedPart) =>
    sources.some((source) => source.part === part && source.head !== undefined)
  try {
    await Promise.all(sources.map(advance))
    while ([...missed.values()].every(comesFrom)) {
      const oldest = oldestOf(sources)
      if (oldest?.head === undefined) return
      yield oldest.head
      await advance(oldest)
    }
  } finally {
    await Promise.all(sources.map(({ events }) => events.return()))
  }
}

async function advance(source: Source): Promise<void> {
  const next = await source.events.next()
  source.head = next.done ? undefined : next.value
}

function oldestOf(sources: readonly Source[]): Source | undefined {
  let oldest: Source | undefined
  for (const source of sources) {
    const { head } = source
    if (head === undefined) continue
    if (oldest?.head === undefined || head.position < oldest.head.position) oldest = source
  }
  return oldest
}

/** What was deleted since cannot be read any more, and is missed no longer. */
async function* readPart(
  store: Pick<EventStore, 'readStream'>,
  missed: Missed,
  stream: string,
  part: MissedPart,
): AsyncGenerator<RawEvent, void, void> {
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
