import type { Aggregate, Fact } from '@recado/domain/decision'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { AggregateCache, Loaded } from './aggregate-cache.ts'

export type LoadDeps = { readonly store: EventStore; readonly cache: AggregateCache }

/** The current state of a stream. @param known where to continue @throws StreamDeleted, StoreUnavailable */
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
