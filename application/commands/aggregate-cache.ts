import { openLruCache } from '../open-lru-cache.ts'

/** `revision` is null while the stream is empty. */
export type Loaded<State> = { readonly state: State; readonly revision: bigint | null }

/** Recently used states by stream. A state may be older than the log's, never newer. */
export type AggregateCache = {
  get<State>(stream: string): Loaded<State> | undefined
  /** Keeps the newer state. */
  put<State>(stream: string, loaded: Loaded<State>): void
  forget(stream: string): void
}

/** Opens a cache. @param max how many states it holds */
export function aggregateCache(max = 20_000): AggregateCache {
  const states = openLruCache<Loaded<unknown>>(max)
  return {
    get: <State>(stream: string) => states.get(stream) as Loaded<State> | undefined,
    put(stream, loaded) {
      const known = states.get(stream)?.revision ?? -1n
      // Empty streams are not cached: most ids that do not exist are looked up only once.
      if (loaded.revision !== null && loaded.revision > known) states.set(stream, loaded)
    },
    forget: (stream) => void states.delete(stream),
  }
}
