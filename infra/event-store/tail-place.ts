import { receivedBytes } from './delivered-fact.ts'
import type { Delivered, Filter, FromPosition } from './event-store.ts'
import { selects } from './prefixes.ts'
import { wakeSignal } from './pull.ts'
import { TooSlow } from './subscription-ended.ts'

/** A checkpoint follows so many facts that a filter leaves out, as in a subscription of its own. */
const CHECKPOINT_AFTER = 1_024
/** Of an item that did not come over the wire. */
const ITEM_BYTES = 256

/** What waits for one follower of a shared tail. */
export type Place = {
  readonly filter: Filter
  /** Everything after this position is offered. */
  readonly since: FromPosition
  offer(item: Delivered): void
  /** Ends the place with an error, after what waits. */
  fail(error: unknown): void
  /** What was offered, in order, until the signal aborts. @throws TooSlow, or what the place failed with */
  items(signal: AbortSignal): AsyncGenerator<Delivered, void, void>
  leave(): void
}

/** @param maxWaitingBytes the follower is given up when more waits: it must not hold the others up */
export function openPlace(
  { filter, since }: Pick<Place, 'filter' | 'since'>,
  maxWaitingBytes: number,
  leave: () => void,
): Place {
  const wake = wakeSignal()
  let waiting: Delivered[] = []
  let bytes = 0
  let skipped = 0
  let failure: { readonly error: unknown } | null = null

  const fail = (error: unknown) => {
    failure ??= { error }
    wake.notify()
  }
  const put = (item: Delivered) => {
    // Successive checkpoints would pile up before a slow follower.
    if (item.kind === 'checkpoint' && waiting.at(-1)?.kind === 'checkpoint') waiting.pop()
    else bytes += bytesOf(item)
    skipped = 0
    waiting.push(item)
    wake.notify()
    if (bytes <= maxWaitingBytes) return
    fail(new TooSlow(maxWaitingBytes))
    leave()
  }
  async function* items(signal: AbortSignal): AsyncGenerator<Delivered, void, void> {
    while (!signal.aborted) {
      const taken = waiting
      waiting = []
      for (const item of taken) {
        bytes -= bytesOf(item)
        yield item
        if (signal.aborted) return
      }
      if (waiting.length > 0) continue
      if (failure !== null) throw failure.error
      await wake.wait()
    }
  }
  return {
    filter,
    since,
    leave,
    fail,
    offer(item) {
      if (item.kind === 'caught_up') return
      if (item.kind === 'checkpoint' || selects(filter, item.stream)) return put(item)
      skipped += 1
      if (skipped >= CHECKPOINT_AFTER) put({ kind: 'checkpoint', position: item.position })
    },
    async *items(signal) {
      signal.addEventListener('abort', wake.notify)
      try {
        yield* items(signal)
      } finally {
        signal.removeEventListener('abort', wake.notify)
      }
    },
  }
}

function bytesOf(item: Delivered): number {
  return receivedBytes(item) ?? ITEM_BYTES
}
