import { withPayload } from '@recado/application/intake/raw-event'
import { backoff } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { ConnectionQueue } from './connection-queue.ts'
import { type Missed, readMissed } from './missed.ts'

/** After so many reads in vain a server is not just behind: half a minute. */
const MOST_IN_VAIN = 10

export type ReadOnOptions = {
  readonly store: Pick<EventStore, 'readStream' | 'readLast'>
  readonly signal: AbortSignal
  readonly onOutage: (error: unknown) => void
  readonly onChange: () => void
}

/**
 * Keeps what a connection has missed, until there is no room or nothing is missed any more. An outage of the store is
 * waited for, and so is a server that does not have yet what the subscription has brought.
 */
export async function readOn(
  options: ReadOnOptions,
  queue: Pick<ConnectionQueue<unknown>, 'missed' | 'catchUp'>,
  hasRoom: () => boolean,
): Promise<void> {
  const { store, signal, onOutage } = options
  for (let inVain = 0; !signal.aborted; inVain++) {
    try {
      const read = await readOnce(options, queue, hasRoom)
      if (read > 0 || queue.missed.size === 0) return
      if (inVain >= MOST_IN_VAIN) await forgetDeleted(store, queue.missed)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      onOutage(error)
      inVain = 0
    }
    await sleep(backoff(inVain, 5_000), signal)
  }
}

/** @returns how many events were kept */
async function readOnce(
  { store, signal, onChange }: ReadOnOptions,
  queue: Pick<ConnectionQueue<unknown>, 'missed' | 'catchUp'>,
  hasRoom: () => boolean,
): Promise<number> {
  let read = 0
  for await (const raw of readMissed(store, queue.missed)) {
    if (signal.aborted) break
    queue.catchUp(await withPayload(store, raw))
    read += 1
    onChange()
    if (!hasRoom()) break
  }
  return read
}

/** A stream that was deleted shows itself only by having no event. */
async function forgetDeleted(store: ReadOnOptions['store'], missed: Missed): Promise<void> {
  for (const stream of missed.keys())
    if ((await store.readLast(stream)) === null) missed.delete(stream)
}
