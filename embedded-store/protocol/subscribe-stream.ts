import { randomUUID } from 'node:crypto'
import type { Hostility } from '../hostility.ts'
import { encodeAll, type LogView } from '../log/log-view.ts'
import { announcesCaughtUp, announcesMissing } from '../log/release.ts'
import type { StreamPage } from '../storage/reader.ts'
import { encodeCaughtUp, encodeConfirmation } from './encode.ts'
import type { ReadRequest } from './read-request.ts'
import { pageSize } from './read-stream.ts'
import { type Recorded, TOMBSTONE, TOMBSTONE_TYPE } from './recorded.ts'
import { consumerTooSlow, streamDeleted } from './rpc-error.ts'

type SubscribeStream = ReadRequest & { kind: 'subscribe_stream' }

/**
 * Follows one stream after a revision until the signal aborts; a missing stream is waited for, and counts as caught up
 * with from release 24.2 on.
 * @throws RpcError stream-deleted when it has a tombstone, or gets one (which is delivered first)
 */
export async function* subscribeStream(
  request: SubscribeStream,
  view: LogView,
  hostility: Pick<Hostility, 'endsSubscription'>,
  signal: AbortSignal,
): AsyncGenerator<Buffer[]> {
  const { stream } = request
  // Read before the confirmation: events appended after it belong to the subscription.
  const revision = await startAfter(request, view)
  yield [encodeConfirmation(randomUUID())]
  const progress = {
    revision,
    position: -1n,
    live: false,
    size: 100,
    missing: false,
  }
  while (!signal.aborted) {
    const ring = view.ring.after(progress.position)
    if (ring?.length === 0) {
      if (progress.live || isWaiting(progress, request, view)) await view.ring.waitForEvents(signal)
      else yield goLive(progress, view)
      continue
    }
    const events = ring
      ? takeLiveEvents(ring, stream, progress)
      : await catchUp(request, view, progress)
    yield await encodeAll(events, request, view.reader)
    if (events.at(-1)?.type === TOMBSTONE_TYPE) throw streamDeleted(stream)
    if (events.length > 0 && hostility.endsSubscription()) throw consumerTooSlow()
  }
}

/** The progress of a subscription: in its stream, and in the log once its stream was read to the end. */
type StreamProgress = {
  revision: bigint
  position: bigint
  live: boolean
  size: number
  /** Whether the last read found no such stream. */
  missing: boolean
}

/** Whether the release waits for the stream to exist before it says that the subscription has caught up. */
function isWaiting(
  { missing }: StreamProgress,
  { from }: SubscribeStream,
  { version }: LogView,
): boolean {
  return missing && from !== 'end' && !announcesMissing(version)
}

function goLive(progress: StreamProgress, { version }: LogView): Buffer[] {
  progress.live = true
  return announcesCaughtUp(version) ? [encodeCaughtUp()] : []
}

/** The next events of the stream among the newest of the log. */
function takeLiveEvents(
  page: readonly Recorded[],
  stream: string,
  progress: StreamProgress,
): readonly Recorded[] {
  progress.position = page.at(-1)?.position ?? progress.position
  const events = page.filter(
    (event) => event.stream === stream && event.revision > progress.revision,
  )
  progress.revision = events.at(-1)?.revision ?? progress.revision
  if (events.length > 0) progress.missing = false
  return events
}

/** A page from the database. A page that is not full ends the catch-up, at the log's head before the read. */
async function catchUp(
  { stream }: SubscribeStream,
  { reader, ring }: LogView,
  progress: StreamProgress,
): Promise<readonly Recorded[]> {
  const head = ring.head
  const from = progress.revision + 1n
  const limit = progress.size
  const page = await reader.streamPage({ stream, direction: 'forwards', from, limit })
  const events = eventsOf(page, stream)
  progress.missing = page === null
  progress.live = false
  if (events.length < limit) progress.position = head
  progress.revision = events.at(-1)?.revision ?? progress.revision
  progress.size = pageSize(events)
  return events
}

function eventsOf(page: StreamPage | null, stream: string): readonly Recorded[] {
  if (page?.tombstoned) throw streamDeleted(stream)
  return page?.events ?? []
}

/** The revision after which the subscription begins, -1 for the whole stream. */
async function startAfter({ stream, from }: SubscribeStream, { reader }: LogView): Promise<bigint> {
  if (from === 'start') return -1n
  // Nothing follows the last possible revision, and Postgres knows no number beyond it.
  if (from !== 'end') return from < TOMBSTONE ? from : TOMBSTONE - 1n
  const query = { stream, direction: 'backwards', from: TOMBSTONE, limit: 1 } as const
  return (await reader.streamPage(query))?.events[0]?.revision ?? -1n
}
