import type { Aggregate, Fact } from '@recado/domain/decision'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { AggregateCache, Loaded } from './aggregate-cache.ts'

/** Where aggregates are read from. */
export type LoadDeps = { readonly store: EventStore; readonly cache: AggregateCache }

/**
 * The state of a stream right now: a known state and everything after it in the log.
 * @param known where to continue; without it the whole stream is read
 * @throws StreamDeleted, StoreUnavailable
 */
export async function load<State, Event extends Fact>(
  { store, cache }: LoadDeps,
  aggregate: Aggregate<State, Event>,
  stream: string,
  known: Loaded<State> = { state: aggregate.initialState, revision: null },
): Promise<Loaded<State>> {
  let { state, revision } = known
  for await (const event of store.readStream(stream, revision === null ? 0n : revision + 1n)) {
    state = aggregate.evolve(state, event as RecordedEvent<Event>)
    revision = event.revision
  }
  cache.put(stream, { state, revision })
  return { state, revision }
}
