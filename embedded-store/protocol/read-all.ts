import { encodeAll, type LogView } from '../log/log-view.ts'
import type { ReadRequest } from './read-request.ts'
import type { Recorded } from './recorded.ts'
import { invalidArgument } from './rpc-error.ts'

type ReadAll = ReadRequest & { kind: 'read_all' }

/**
 * Answers a read of `$all`, page by page. Forwards is inclusive of the position, backwards exclusive.
 * @throws RpcError INVALID_ARGUMENT for a position no event has
 */
export async function* readAll(request: ReadAll, view: LogView): AsyncGenerator<Buffer[]> {
  let from = await firstBound(request, view)
  let left = request.count
  while (left > 0n) {
    const page = await view.reader.allPage(from, request.direction)
    const last = page.at(-1)
    if (!last) return
    const wanted = matching(page, request).slice(0, Number(left < 512n ? left : 512n))
    yield await encodeAll(wanted, request, view.reader)
    left -= BigInt(wanted.length)
    from = last.position
  }
}

function matching(page: readonly Recorded[], { filter }: ReadAll): readonly Recorded[] {
  return filter ? page.filter(filter.matches) : page
}

/** The exclusive bound to begin at. @throws RpcError INVALID_ARGUMENT for a position no event has */
async function firstBound({ from, direction }: ReadAll, view: LogView): Promise<bigint> {
  const end = view.ring.head + 1n
  if (direction === 'forwards') {
    if (from === 'start') return 0n
    if (from === 'end' || from >= end) return end
    await checkPosition(from, view)
    return from - 1n
  }
  if (from === 'end') return end
  if (from === 'start') return 0n
  if (from >= end) return end
  await checkPosition(from, view)
  return from
}

/**
 * Only positions the store has issued are valid; 0 stands for the beginning.
 * @throws RpcError INVALID_ARGUMENT for any other
 */
export async function checkPosition(position: bigint, { ring, reader }: LogView): Promise<void> {
  if (position === 0n || position >= ring.head || ring.holds(position)) return
  if (await reader.holds(position)) return
  throw invalidArgument(`no event begins at position ${position}; use one the store has given`)
}
