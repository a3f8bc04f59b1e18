import type { WholeRawEvent } from '@recado/application/intake/raw-event'
import { bytesOf } from '../engine/bytes-of.ts'
import type { IntakeCheckpoint } from './intake-tables.ts'

/** A raw event in memory, from when it came until all of it is done. */
export type KeptEvent<Task> = {
  readonly raw: WholeRawEvent
  readonly bytes: number
  /** The last event before this one; it is done, as all before it, when this is the oldest that is not. */
  readonly before: IntakeCheckpoint | null
  /** null until it is its turn to be read. */
  tasks: readonly Task[] | null
  /** How many tasks were given out, and how many are not done. */
  given: number
  open: number
}

/** One thing to do: a task of a raw event, or the fault of a raw event that nobody understands. */
export type Step<Task> = { readonly event: KeptEvent<Task> } & (
  | { readonly task: Task }
  | { readonly fault: unknown }
)

/** The raw events of one connection that are in memory, in log order. */
export type KeptEvents<Task> = {
  add(raw: WholeRawEvent, before: IntakeCheckpoint | null): void
  /** The next thing to do, in log order; null when there is none. */
  next(): Step<Task> | null
  done(event: KeptEvent<Task>): void
  oldest(): KeptEvent<Task> | undefined
  /** Whether an event has something to give out. */
  hasWaiting(): boolean
  /** Steps given out and not done. */
  underWay(): number
  bytes(): number
}

/** @param room what all queues keep together */
export function keptEvents<Task>(
  tasksOf: (raw: WholeRawEvent) => readonly Task[],
  room: { bytes: number },
): KeptEvents<Task> {
  const kept: KeptEvent<Task>[] = []
  /** Index of the first event with something to give out. */
  let giving = 0
  let underWay = 0
  let bytes = 0

  const grow = (by: number) => {
    bytes += by
    room.bytes += by
  }
  const dropDone = () => {
    for (let first = kept[0]; first?.open === 0; first = kept[0]) {
      kept.shift()
      giving = Math.max(0, giving - 1)
      grow(-first.bytes)
    }
  }
  return {
    add(raw, before) {
      const size = bytesOf(raw)
      kept.push({ raw, bytes: size, before, tasks: null, given: 0, open: 1 })
      grow(size)
    },
    next() {
      for (let event = kept[giving]; event !== undefined; event = kept[giving]) {
        const step = stepOf(event, tasksOf)
        if (step !== null) {
          underWay += 1
          return step
        }
        giving += 1
        dropDone()
      }
      return null
    },
    done(event) {
      underWay -= 1
      event.open -= 1
      dropDone()
    },
    oldest: () => kept[0],
    hasWaiting: () => giving < kept.length,
    underWay: () => underWay,
    bytes: () => bytes,
  }
}

function stepOf<Task>(
  event: KeptEvent<Task>,
  tasksOf: (raw: WholeRawEvent) => readonly Task[],
): Step<Task> | null {
  if (event.tasks === null) {
    event.tasks = []
    try {
      event.tasks = tasksOf(event.raw)
      event.open = event.tasks.length
    } catch (fault) {
      return { event, fault }
    }
  }
  const task = event.tasks[event.given]
  if (task === undefined) return null
  event.given += 1
  return { event, task }
}
