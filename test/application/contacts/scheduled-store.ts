import { RevisionConflict } from '@recado/infra/event-store/errors'
import type { EventStore, NewEvent, RecordedEvent } from '@recado/infra/event-store/event-store'
import type fc from 'fast-check'

/** A log in memory whose answers come in an order that the scheduler chooses. */
export type ScheduledStore = {
  readonly store: EventStore
  /** All events, oldest first. */
  readonly log: readonly RecordedEvent[]
  /** Takes the next position, for an event from elsewhere. */
  readonly next: () => bigint
}

/**
 * @param turn resolves when the caller may go on; the store answers with its state of that moment
 * @param written called with each event as it is written
 */
export function scheduledStore(
  turn: (what: string) => Promise<unknown>,
  written: (event: RecordedEvent) => void = () => undefined,
): ScheduledStore {
  let position = 0n
  const next = () => position++
  const log: RecordedEvent[] = []
  const streams = new Map<string, RecordedEvent[]>()
  const of = (stream: string) => streams.get(stream) ?? []
  const write = (stream: string, events: readonly NewEvent[]) => {
    const known = of(stream)
    streams.set(stream, known)
    for (const event of events) {
      const place = { stream, revision: BigInt(known.length), position: next() }
      const recorded = { ...event, ...place, created: event.metadata.recorded_at }
      known.push(recorded)
      log.push(recorded)
      written(recorded)
    }
    return { revision: BigInt(known.length - 1), position: position - 1n }
  }
  const unasked = (): never => {
    throw new Error('nobody here asks the store for that')
  }
  const store: EventStore = {
    async append(stream, expected, events) {
      await turn(`append ${stream}`)
      const next = expected === 'no_stream' ? 0 : Number(expected) + 1
      if (next === of(stream).length) return write(stream, events)
      const there = of(stream).slice(next, next + events.length)
      const last = there.at(-1)
      const isRepeat = events.every(({ id }, i) => id === there[i]?.id)
      if (!isRepeat || last === undefined) throw new RevisionConflict(stream)
      return { revision: last.revision, position: last.position }
    },
    async *readStream(stream, from = 0n) {
      await turn(`read ${stream}`)
      yield* of(stream).slice(Number(from))
    },
    async readLast(stream) {
      await turn(`last ${stream}`)
      return of(stream).at(-1) ?? null
    },
    async *readAll({ from }) {
      await turn('read all')
      yield* from === 'start' ? log : log.filter((event) => event.position >= BigInt(from))
    },
    async head() {
      return log.at(-1)?.position ?? null
    },
    deleteStream: unasked,
    subscribe: unasked,
    ping: unasked,
    refusesAppends: () => false,
    assertNewEnough: unasked,
    close: async () => undefined,
  }
  return { store, log, next }
}

/**
 * A log in memory that answers at once: for tests of what is written, not of how it gets there. What is written is made
 * plain JSON, as on the wire.
 */
export function storeInMemory(): EventStore {
  const { store } = scheduledStore(async () => undefined)
  const plain = (event: NewEvent) => JSON.parse(JSON.stringify(event)) as NewEvent
  return { ...store, append: (stream, at, events) => store.append(stream, at, events.map(plain)) }
}

/** Every answer waits for its turn, in an order that fast-check chooses and shrinks. */
export function turnsOf(scheduler: fc.Scheduler): (what: string) => Promise<unknown> {
  return (what) => scheduler.schedule(Promise.resolve(), what)
}
