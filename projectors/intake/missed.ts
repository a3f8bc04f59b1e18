import type { RawEvent } from '@recado/application/intake/raw-event'
import { StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'

/** The range of revisions of one stream that was delivered but not kept, inclusive. */
type MissedPart = { next: bigint; last: bigint }

/** Missed raw events of one connection, by stream: a connection has one stream a day. */
export type Missed = Map<string, MissedPart>

export function noteMissed(missed: Missed, { stream, revision }: RawEvent): void {
  const part = missed.get(stream)
  if (part === undefined) missed.set(stream, { next: revision, last: revision })
  else if (revision > part.last) part.last = revision
}

export function noteRead(missed: Missed, { stream, revision }: RawEvent): void {
  const part = missed.get(stream)
  if (part === undefined) return
  part.next = revision + 1n
  if (part.next > part.last) missed.delete(stream)
}

/** The events of one part as they are read; `head` is the next one, undefined when there is none. */
type Source = {
  readonly part: MissedPart
  readonly events: AsyncGenerator<RawEvent, void, void>
  head: RawEvent | undefined
}

/**
 * Reads missed events in log order. The reader must note each one (`noteRead`) before it asks for the next. Ends
 * early when events of another part are missed meanwhile, or when a server does not have yet what the subscription
 * has delivered.
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

/** Events deleted meanwhile cannot be read any more and are no longer missed. */
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
