import { type RawEvent, withPayload } from '@recado/application/intake/raw-event'
import { backoff } from '@recado/infra/concurrency/backoff'
import { sleep } from '@recado/infra/concurrency/sleep'
import { StoreUnavailable } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type { ConnectionQueue } from './connection-queue.ts'
import { type Missed, noteRead, readMissed } from './missed.ts'

/** After so many empty reads (half a minute) a lagging server is unlikely. */
const MAX_EMPTY_READS = 10

export type ReadOnOptions = {
  readonly store: Pick<EventStore, 'readStream' | 'readLast'>
  readonly signal: AbortSignal
  readonly onOutage: (error: unknown) => void
  readonly onChange: () => void
  /** Whether an event waits in this queue: the streams of a connection also have those of its other one. */
  readonly belongs: (raw: RawEvent) => boolean
}

/** Keeps missed events until there is no room or none is missed. Waits for an unavailable store or a lagging server. */
export async function readOn(
  options: ReadOnOptions,
  queue: Pick<ConnectionQueue<unknown>, 'missed' | 'catchUp'>,
  hasRoom: () => boolean,
): Promise<void> {
  const { store, signal, onOutage } = options
  for (let emptyReads = 0; !signal.aborted; emptyReads++) {
    try {
      const read = await readOnce(options, queue, hasRoom)
      if (read > 0 || queue.missed.size === 0) return
      if (emptyReads >= MAX_EMPTY_READS) await forgetDeleted(store, queue.missed)
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      onOutage(error)
      emptyReads = 0
    }
    await sleep(backoff(emptyReads, 5_000), signal)
  }
}

async function readOnce(
  { store, signal, onChange, belongs }: ReadOnOptions,
  queue: Pick<ConnectionQueue<unknown>, 'missed' | 'catchUp'>,
  hasRoom: () => boolean,
): Promise<number> {
  let read = 0
  for await (const raw of readMissed(store, queue.missed)) {
    if (signal.aborted) break
    read += 1
    if (belongs(raw)) queue.catchUp(await withPayload(store, raw))
    else noteRead(queue.missed, raw)
    onChange()
    if (!hasRoom()) break
  }
  return read
}

/** A deleted stream shows only in having no event. */
async function forgetDeleted(store: ReadOnOptions['store'], missed: Missed): Promise<void> {
  for (const stream of missed.keys())
    if ((await store.readLast(stream)) === null) missed.delete(stream)
}
