import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'

/** One subscription of the whole log, from its end when it began. */
export type LogFollower = {
  /** Resolves when it knows where it begins. @throws StoreUnavailable */
  readonly begun: Promise<unknown>
  /** Everything up to here was handed on; -1 before the first. */
  position(): bigint
  /** For how long nothing was heard of the log since its connection broke, ms; 0 while it stands. */
  awayMs(): number
  stop(): void
}

/** What it tells of. */
export type LogListener = {
  readonly onFact: (fact: RecordedEvent) => void
  /** It has ended, and not by `stop`. */
  readonly onEnd: (error: unknown) => void
}

/** Begins to follow. */
export function followLog(
  store: Pick<EventStore, 'head' | 'subscribe'>,
  { onFact, onEnd }: LogListener,
): LogFollower {
  const stopping = new AbortController()
  const { signal } = stopping
  let position = -1n
  let awaySince: number | null = null
  const follow = async (from: bigint | null) => {
    position = from ?? -1n
    const onReconnect = () => {
      awaySince ??= performance.now()
    }
    const of = { from: from ?? ('start' as const), filter: { streamPrefixes: [] } }
    for await (const item of store.subscribe({ ...of, signal, onReconnect })) {
      awaySince = null
      if (item.kind === 'caught_up') continue
      if (item.kind === 'event') onFact(item.event)
      position = item.kind === 'event' ? item.event.position : item.position
    }
  }
  const head = store.head()
  head.then(follow).catch((error) => {
    if (!signal.aborted) onEnd(error)
  })
  return {
    begun: head,
    position: () => position,
    awayMs: () => (awaySince === null ? 0 : performance.now() - awaySince),
    stop: () => stopping.abort(),
  }
}
