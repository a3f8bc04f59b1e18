import type { RawEvent, WholeRawEvent } from '@recado/application/intake/raw-event'
import type { IntakeCheckpoint } from './intake-tables.ts'
import { placeOf } from './intake-tables.ts'
import { type KeptEvents, keptEvents } from './kept-events.ts'
import { type Missed, noteMissed, noteRead } from './missed.ts'

export type ConnectionQueue<Task> = Omit<KeptEvents<Task>, 'add' | 'oldest'> & {
  readonly missed: Missed
  keep(raw: WholeRawEvent, before: IntakeCheckpoint | null): void
  miss(raw: RawEvent, before: IntakeCheckpoint | null): void
  catchUp(raw: WholeRawEvent): void
  isIdle(): boolean
  /** The last event that, for this connection, is done with all events before it; null when none is known. */
  before(): IntakeCheckpoint | null
}

/** @param room bytes that all queues keep together */
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
      noteMissed(missed, raw)
    },
    catchUp(raw) {
      add(raw, beforeMissed)
      beforeMissed = placeOf(raw)
      noteRead(missed, raw)
    },
    isIdle: () => oldest() === undefined && missed.size === 0,
    before() {
      const first = oldest()
      return first === undefined ? beforeMissed : first.before
    },
  }
}
