import type { RawEvent, WholeRawEvent } from '@recado/application/intake/raw-event'
import type { IntakeCheckpoint } from './intake-tables.ts'
import { placeOf } from './intake-tables.ts'
import { type KeptEvents, keptEvents } from './kept-events.ts'
import { caughtUpWith, type Missed, miss } from './missed.ts'

/** The raw events of one connection that are not done; see `connectionQueues` for its states. */
export type ConnectionQueue<Task> = Omit<KeptEvents<Task>, 'add' | 'oldest'> & {
  readonly missed: Missed
  keep(raw: WholeRawEvent, before: IntakeCheckpoint | null): void
  /** Notes an event the subscription delivered but there was no room to keep. */
  miss(raw: RawEvent, before: IntakeCheckpoint | null): void
  /** Keeps what was read of the missed. */
  catchUp(raw: WholeRawEvent): void
  isIdle(): boolean
  /** The last event that is done with all before it, as far as this connection goes; null when none is known. */
  before(): IntakeCheckpoint | null
}

/** @param room what all queues keep together */
export function connectionQueue<Task>(
  tasksOf: (raw: WholeRawEvent) => readonly Task[],
  room: { bytes: number },
): ConnectionQueue<Task> {
  const { add, oldest, ...kept } = keptEvents(tasksOf, room)
  const missed: Missed = new Map()
  let beforeMissed: IntakeCheckpoint | null = null
  return {
    ...kept,
    missed,
    keep: add,
    miss(raw, before) {
      if (missed.size === 0) beforeMissed = before
      miss(missed, raw)
    },
    catchUp(raw) {
      add(raw, beforeMissed)
      beforeMissed = placeOf(raw)
      caughtUpWith(missed, raw)
    },
    isIdle: () => oldest() === undefined && missed.size === 0,
    before() {
      const first = oldest()
      return first === undefined ? beforeMissed : first.before
    },
  }
}
