import { DAY_MS } from '@recado/domain/durations'
import type { ProviderPostReceived } from '@recado/domain/provider-event/events'
import { StreamDeleted } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { dayStream } from '@recado/infra/event-store/journal'
import type { RawEvent } from '../intake/raw-event.ts'
import { joinedParts } from '../raw-events/joined-parts.ts'

/** The body of a post as it was received, and its signature; null where its provider does not sign. */
export type KeptBytes = { readonly text: string; readonly signature: string | null }

/** The parts of a body are close to the records of its post: where the first search begins, and how far it reads. */
const EVENTS_BEFORE = 32n
const MAX_NEARBY_EVENTS = 1_000

type Store = Pick<EventStore, 'readStream' | 'readLast'>

/**
 * The exact bytes of a raw event's post; `missing` when the log lacks them, `deleted` when the stream of their day was
 * deleted, `erased` when a person in it was erased.
 */
export async function keptBytes(
  store: Store,
  { data, position, erased }: RawEvent,
): Promise<KeptBytes | 'missing' | 'deleted' | 'erased'> {
  if (erased === true) return 'erased'
  if (data.body !== null) return { text: data.body, signature: data.signature }
  const day = new Date(data.received_at)
  const next = new Date(day.getTime() + DAY_MS)
  try {
    const stream = dayStream('providerPost', null, day)
    const near = await revisionAt(store, stream, position)
    const from = near > EVENTS_BEFORE ? near - EVENTS_BEFORE : 0n
    const sha256 = data.body_sha256
    return (
      (await readBytesFrom(store, stream, from, sha256, MAX_NEARBY_EVENTS)) ??
      // A post that was interrupted may come again, later or the next day.
      (await readBytesFrom(store, stream, 0n, sha256)) ??
      (await readBytesFrom(store, dayStream('providerPost', null, next), 0n, sha256)) ??
      'missing'
    )
  } catch (error) {
    if (error instanceof StreamDeleted) return 'deleted'
    throw error
  }
}

/** The first revision at or after a position of the log, by binary search. */
async function revisionAt(store: Store, stream: string, position: bigint): Promise<bigint> {
  const last = await store.readLast(stream)
  let low = 0n
  let high = last === null ? 0n : last.revision
  while (low < high) {
    const middle = (low + high) / 2n
    if ((await positionAt(store, stream, middle)) < position) low = middle + 1n
    else high = middle
  }
  return low
}

async function positionAt(store: Store, stream: string, revision: bigint): Promise<bigint> {
  for await (const event of store.readStream(stream, revision, 1)) return event.position
  return -1n
}

async function readBytesFrom(
  store: Store,
  stream: string,
  from: bigint,
  sha256: string,
  most = Number.POSITIVE_INFINITY,
): Promise<KeptBytes | 'erased' | null> {
  const parts = new Map<number, string>()
  let seen = 0
  for await (const event of store.readStream(stream, from)) {
    const post = event.data as ProviderPostReceived['data']
    if (post.body_sha256 === sha256 && event.erased === true) return 'erased'
    if (post.body_sha256 === sha256) parts.set(post.part, post.body)
    if (post.body_sha256 === sha256 && parts.size === post.parts)
      return { text: joinedParts(parts), signature: post.signature }
    if (++seen >= most) return null
  }
  return null
}
