import { randomUUID } from 'node:crypto'
import type { Hostility } from '../hostility.ts'
import { encodeAll, type LogView } from '../log/log-view.ts'
import { announcesCaughtUp } from '../log/release.ts'
import { encodeCaughtUp, encodeCheckpoint, encodeConfirmation } from './encode.ts'
import { checkPosition } from './read-all.ts'
import type { ReadRequest } from './read-request.ts'
import type { Recorded } from './recorded.ts'
import { consumerTooSlow } from './rpc-error.ts'

type SubscribeAll = ReadRequest & { kind: 'subscribe_all' }

/** Follows `$all` after a position, in pages, until the signal aborts. */
export async function* subscribeAll(
  request: SubscribeAll,
  view: LogView,
  hostility: Hostility,
  signal: AbortSignal,
): AsyncGenerator<Buffer[]> {
  const progress = new AllProgress(await startAfter(request, view), request)
  yield [encodeConfirmation(randomUUID())]
  while (!signal.aborted) {
    const page = view.ring.after(progress.position)
    if (page?.length === 0) {
      if (progress.live) await view.ring.waitForEvents(signal)
      else yield progress.goLive(view)
    } else {
      if (!page) progress.live = false
      yield await progress.encodePage(
        page ?? (await view.reader.allPage(progress.position, 'forwards')),
        view,
      )
      progress.position = hostility.rewind(progress.position, progress.checkpoint)
      if (hostility.endsSubscription()) throw consumerTooSlow()
    }
  }
}

async function startAfter({ from }: SubscribeAll, view: LogView): Promise<bigint> {
  if (from === 'start') return 0n
  if (from === 'end') return view.ring.head
  await checkPosition(from, view)
  return from
}

class AllProgress {
  position: bigint
  /** Position of the last checkpoint sent, initially where the subscription began. */
  checkpoint: bigint
  live = false
  readonly #request: SubscribeAll
  #considered = 0

  constructor(position: bigint, request: SubscribeAll) {
    this.position = position
    this.checkpoint = position
    this.#request = request
  }

  /** The messages for a page of the log: what matches, and a checkpoint whenever one is due. */
  async encodePage(page: readonly Recorded[], { reader }: LogView): Promise<Buffer[]> {
    const { filter } = this.#request
    this.position = page.at(-1)?.position ?? this.position
    if (!filter) return encodeAll(page, this.#request, reader)
    const messages: Buffer[] = []
    for (const event of page) {
      if (filter.matches(event)) messages.push(...(await encodeAll([event], this.#request, reader)))
      this.#considered += 1
      if (this.#considered >= filter.checkpointEvery)
        messages.push(this.#encodeCheckpoint(event.position))
    }
    return messages
  }

  /** The messages of the switch to live: a checkpoint for filtered subscriptions, and "caught up". */
  goLive({ version }: LogView): Buffer[] {
    this.live = true
    const marks =
      this.#request.filter && this.position > this.checkpoint
        ? [this.#encodeCheckpoint(this.position)]
        : []
    return announcesCaughtUp(version) ? [...marks, encodeCaughtUp()] : marks
  }

  #encodeCheckpoint(position: bigint): Buffer {
    this.#considered = 0
    this.checkpoint = position
    return encodeCheckpoint(position)
  }
}
