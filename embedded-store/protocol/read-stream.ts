import { encodeAll, type LogView } from '../log/log-view.ts'
import type { Direction } from '../storage/reader.ts'
import { encodeStreamNotFound } from './encode.ts'
import type { ReadRequest } from './read-request.ts'
import { type Recorded, recordSize, TOMBSTONE } from './recorded.ts'
import { streamDeleted } from './rpc-error.ts'

/** Events of the first page; the size of its events decides how many the next pages have. */
const FIRST_PAGE = 100

/** The size that pages aim at, in bytes. */
const PAGE_BYTES = 2 * 1024 * 1024

/** Answers a read of one stream, page by page. @throws RpcError stream-deleted when it has a tombstone */
export async function* readStream(
  request: ReadRequest & { kind: 'read_stream' },
  { reader }: LogView,
): AsyncGenerator<Buffer[]> {
  const { stream, direction } = request
  let from: bigint | null = firstRevision(request.from)
  let left = request.count
  for (let size = FIRST_PAGE; from !== null && left > 0n; ) {
    const limit = Number(left < BigInt(size) ? left : BigInt(size))
    const page = await reader.streamPage({ stream, direction, from, limit })
    if (page?.tombstoned) throw streamDeleted(stream)
    if (!page) return yield [encodeStreamNotFound(stream)]
    yield await encodeAll(page.events, request, reader)
    left -= BigInt(page.events.length)
    from = page.events.length < limit ? null : nextRevision(page.events, direction)
    size = pageSize(page.events)
  }
}

/** How many events of the size just read make a page. */
export function pageSize(events: readonly Recorded[]): number {
  const bytes = events.reduce((sum, event) => sum + recordSize(event), 1)
  return Math.min(512, Math.max(16, Math.floor((events.length * PAGE_BYTES) / bytes)))
}

function firstRevision(from: ReadRequest['from']): bigint {
  if (from === 'start') return 0n
  return from === 'end' ? TOMBSTONE : from
}

function nextRevision(events: readonly Recorded[], direction: Direction): bigint | null {
  const last = events.at(-1)?.revision ?? 0n
  if (direction === 'forwards') return last + 1n
  return last === 0n ? null : last - 1n
}
