import type { DeliveredFact, EventStore } from '@recado/infra/event-store/event-store'

/** A subscription to the whole log, from its end at the time of the call. */
export type LogFollower = {
  /** Resolves when its first position is known. @throws StoreUnavailable */
  readonly begun: Promise<unknown>
  /** All facts up to here have been passed to the listener; -1 before the first. */
  position(): bigint
  /** How long the connection to the log has been lost, ms; 0 while it works. */
  awayMs(): number
  stop(): void
}

export type LogListener = {
  readonly onFact: (fact: DeliveredFact) => void
  /** Called when the subscription ends other than by `stop`. */
  readonly onEnd: (error: unknown) => void
}

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
      if (item.kind === 'event') onFact(item)
      position = item.position
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
