import { sleep } from '@recado/infra/concurrency/sleep'
import type { Delivered, EventStore } from '@recado/infra/event-store/event-store'
import { createLogger } from '@recado/infra/logger'
import type { Projection } from '@recado/projectors/engine/projection'
import { runPartitions } from '@recado/projectors/engine/run-partitions'
import { isFilledTo, type Place, type Queries, schemaExists } from './place.ts'

const POLL_MS = 50

/** What filling a schema works with. */
export type FillDeps = {
  readonly store: EventStore
  readonly databaseUrl: string
  readonly projections: readonly Projection[]
  /** How many the schema gets when it is made. */
  readonly partitions: number
  readonly client: Queries
  readonly signal: AbortSignal
  readonly note: (line: string) => void
}

/**
 * Fills a schema with all events up to a position and none after it; a further call continues.
 * @throws LogDiverged, or the reason of the signal
 */
export async function fillUpTo(
  { store, databaseUrl, projections, partitions, client, signal, note }: FillDeps,
  schema: string,
  place: Place,
  onEvent: (position: bigint) => void = () => undefined,
): Promise<void> {
  const stopping = new AbortController()
  const log = createLogger('rebuild', 'error', { write: (line) => note(line.trimEnd()) })
  const options = {
    store: cutAfter(store, place, onEvent),
    databaseUrl,
    schema,
    projections,
    log,
    signal: AbortSignal.any([stopping.signal, signal]),
  }
  const run = runPartitions(options, partitions)
  const ended = run.then(() => 'ended' as const)
  const isFilled = async () =>
    (await schemaExists(client, schema)) && (await isFilledTo(client, schema, place))
  try {
    while (!(await isFilled())) {
      signal.throwIfAborted()
      await Promise.race([ended, sleep(POLL_MS, signal)])
    }
  } finally {
    stopping.abort()
    await run
  }
}

function cutAfter(
  store: EventStore,
  place: Place,
  onEvent: (position: bigint) => void,
): EventStore {
  return { ...store, subscribe: (options) => itemsUntil(store.subscribe(options), place, onEvent) }
}

async function* itemsUntil(
  items: AsyncIterable<Delivered>,
  place: Place,
  onEvent: (position: bigint) => void,
): AsyncGenerator<Delivered, void, void> {
  for await (const item of items) {
    if (item.kind === 'event') onEvent(item.position)
    if (item.kind !== 'caught_up' && item.position > place) return
    yield item
  }
}
