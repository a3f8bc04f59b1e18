import { sleep } from '@recado/infra/concurrency/sleep'
import type { Delivered, EventStore } from '@recado/infra/event-store/event-store'
import { createLogger } from '@recado/infra/logger'
import { runProjector } from '@recado/projectors/engine/run-projector'
import { projections } from '@recado/projectors/projections'
import { type Place, placeOf, type Queries, schemaExists } from './place.ts'

const LOOK_MS = 50

export type Filling = {
  readonly store: EventStore
  readonly databaseUrl: string
  readonly client: Queries
  readonly signal: AbortSignal
  readonly note: (line: string) => void
}

/**
 * Fills a schema with all events up to a position and none after it; a further call continues.
 * @throws LogDiverged, or the reason of the signal
 */
export async function fillUpTo(
  { store, databaseUrl, client, signal, note }: Filling,
  schema: string,
  place: Place,
  onEvent: (position: bigint) => void = () => undefined,
): Promise<void> {
  const filled = new AbortController()
  const log = createLogger('rebuild', 'error', { write: (line) => note(line.trimEnd()) })
  const run = runProjector({
    store: cutBehind(store, place, onEvent),
    databaseUrl,
    schema,
    projections,
    log,
    signal: AbortSignal.any([filled.signal, signal]),
  })
  const ended = run.then(() => 'ended' as const)
  const isThere = async () =>
    (await schemaExists(client, schema)) && (await placeOf(client, schema)) >= place
  try {
    while (!(await isThere())) {
      signal.throwIfAborted()
      await Promise.race([ended, sleep(LOOK_MS, signal)])
    }
  } finally {
    filled.abort()
    await run
  }
}

function cutBehind(
  store: EventStore,
  place: Place,
  onEvent: (position: bigint) => void,
): EventStore {
  return { ...store, subscribe: (options) => until(store.subscribe(options), place, onEvent) }
}

async function* until(
  items: AsyncIterable<Delivered>,
  place: Place,
  onEvent: (position: bigint) => void,
): AsyncGenerator<Delivered, void, void> {
  for await (const item of items) {
    if (item.kind === 'event') onEvent(item.event.position)
    const at =
      item.kind === 'event'
        ? item.event.position
        : item.kind === 'checkpoint'
          ? item.position
          : null
    if (at !== null && at > place) return
    yield item
  }
}
