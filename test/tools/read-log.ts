import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'

/** A log in memory that is only read, and tells each event that `readAll` yields. */
export function readLog(
  events: readonly RecordedEvent[],
  onRead: (event: RecordedEvent) => void = () => undefined,
): Pick<EventStore, 'head' | 'readAll' | 'readStream' | 'readLast'> {
  const of = (name: string) => events.filter(({ stream }) => stream === name)
  return {
    head: async () => events.at(-1)?.position ?? null,
    async *readAll({ from, direction, limit }) {
      const first = typeof from === 'bigint' ? events.findIndex((one) => one.position === from) : 0
      const ordered = direction === 'backwards' ? events.toReversed() : events.slice(first)
      for (const event of ordered.slice(0, limit)) {
        onRead(event)
        yield event
      }
    },
    async *readStream(name, from = 0n) {
      yield* of(name).filter(({ revision }) => revision >= from)
    },
    readLast: async (name) => of(name).at(-1) ?? null,
  }
}
