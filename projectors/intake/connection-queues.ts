import {
  isWhole,
  laneOf,
  type RawEvent,
  type WholeRawEvent,
} from '@recado/application/intake/raw-event'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { type ConnectionQueue, connectionQueue } from './connection-queue.ts'
import type { IntakeCheckpoint } from './intake-tables.ts'
import { placeOf } from './intake-tables.ts'
import type { Step } from './kept-events.ts'
import { laggingReads } from './lagging-reads.ts'

/** Steps handed out at once: one raw event may hold a thousand intents. */
const MAX_STEPS = 1_000

export type QueueBounds = {
  readonly steps: number
  readonly bytes: number
}

const BOUNDS: QueueBounds = { steps: 1_000, bytes: 32 * 1024 * 1024 }

export type QueueOptions<Task> = {
  readonly store: Pick<EventStore, 'readStream' | 'readLast'>
  readonly tasksOf: (raw: WholeRawEvent) => readonly Task[]
  readonly bounds?: QueueBounds | undefined
  readonly signal: AbortSignal
  readonly onOutage: (error: unknown) => void
  readonly onChange: () => void
  readonly onFault: (error: unknown) => void
}

export type ConnectionQueues<Task> = {
  /** Whether an event that is passed now is kept; any other needs no payload, as it is read again. */
  mayKeep(raw: RawEvent): boolean
  pass(raw: RawEvent): void
  /** Notes a raw event of another partition, of which nothing is to do. */
  passOver(position: bigint): void
  /** What to do next, round-robin over the connections; empty when no connection may have a turn now. */
  take(): readonly Step<Task>[]
  done(step: Step<Task>): void
  isIdle(): boolean
  checkpoint(): IntakeCheckpoint | null
}

/**
 * Keeps the raw events of each connection in a queue of its own, so that no connection waits for more than its turn. The
 * history of a number is in a second queue, and everything below holds of it as of another connection.
 * A connection's queue is in one of these states:
 *
 * - idle: all its events are done, and the queue is dropped. An event makes it following.
 * - following: events of the subscription are kept. All kept events are done: idle. No room for an event: lagging.
 * - lagging: events of the subscription are missed: only their streams and revisions are noted. Half of the
 *   connection's share is free, and so is one of the reads: reading.
 * - reading: missed events are read from the connection's own streams and kept. None is missed any more: following.
 *   No room: lagging again.
 *
 * A raw event is missed, or kept until it is done: waiting until its tasks are handed out, then under way.
 *
 * Shares: connections that are not idle have equal parts of the steps under way and of the bytes kept (of three
 * quarters of the bytes, which leaves room for a connection that becomes active). A connection gets its next turn
 * when half of its steps are done, so that a turn is worth a query of the read models.
 */
export function connectionQueues<Task>(options: QueueOptions<Task>): ConnectionQueues<Task> {
  const { bounds = BOUNDS, tasksOf, onChange } = options
  const queues = new Map<string, ConnectionQueue<Task>>()
  const room = { bytes: 0 }
  let passed: IntakeCheckpoint | null = null

  const part = (of: number) => Math.max(1, Math.floor(of / Math.max(1, queues.size)))
  const hasRoom = (queue: ConnectionQueue<Task>, share = 1) =>
    room.bytes < bounds.bytes && queue.bytes() < share * part(0.75 * bounds.bytes)
  const leaveIfIdle = (id: string, queue: ConnectionQueue<Task>) => {
    if (queue.isIdle() && !reads.isReading(id)) queues.delete(id)
  }
  const reads = laggingReads<Task>({
    ...options,
    hasRoom,
    onEnd(id, queue) {
      leaveIfIdle(id, queue)
      onChange()
    },
  })
  const queueOf = (id: string) => queues.get(id) ?? connectionQueue(tasksOf, room)
  const follows = (queue: ConnectionQueue<Task>) => queue.missed.size === 0 && hasRoom(queue)
  const add = (id: string, raw: RawEvent) => {
    const queue = queueOf(id)
    queues.set(id, queue)
    if (isWhole(raw) && follows(queue)) return queue.keep(raw, passed)
    queue.miss(raw, passed)
    reads.line.set(id, queue)
  }
  const passTo = (place: IntakeCheckpoint) => {
    if (passed === null || place.position > passed.position) passed = place
  }
  return {
    mayKeep(raw) {
      const id = laneOf(raw)
      return id !== null && follows(queueOf(id))
    },
    pass(raw) {
      const id = laneOf(raw)
      if (id !== null) add(id, raw)
      passTo(placeOf(raw))
      onChange()
    },
    passOver(position) {
      passTo({ position, event_id: null })
      onChange()
    },
    take() {
      reads.begin()
      const steps = roundRobin(queues, part(bounds.steps))
      for (const [id, queue] of queues) leaveIfIdle(id, queue)
      return steps
    },
    done({ event }) {
      const id = String(laneOf(event.raw))
      const queue = queues.get(id)
      queue?.done(event)
      if (queue !== undefined) leaveIfIdle(id, queue)
      onChange()
    },
    isIdle: () => queues.size === 0,
    checkpoint() {
      let oldest = passed
      for (const queue of queues.values()) {
        const before = queue.before()
        if (before === null) return null
        if (oldest === null || before.position < oldest.position) oldest = before
      }
      return oldest
    },
  }
}

/** One step of each connection at a time, round after round. Served connections go last the next time. */
function roundRobin<Task>(
  queues: Map<string, ConnectionQueue<Task>>,
  share: number,
): readonly Step<Task>[] {
  const steps: Step<Task>[] = []
  const mayBegin = (queue: ConnectionQueue<Task>) =>
    queue.hasWaiting() && queue.underWay() <= share / 2
  let ready = [...queues].filter(([, queue]) => mayBegin(queue)).slice(0, MAX_STEPS)
  for (const [id, queue] of ready) {
    queues.delete(id)
    queues.set(id, queue)
  }
  while (ready.length > 0)
    ready = ready.filter(([, queue]) => {
      const step = steps.length < MAX_STEPS ? queue.next() : null
      if (step !== null) steps.push(step)
      return step !== null && queue.underWay() < share
    })
  return steps
}
