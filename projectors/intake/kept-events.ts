import type { WholeRawEvent } from '@recado/application/intake/raw-event'
import { bytesOf } from '../engine/bytes-of.ts'
import type { IntakeCheckpoint } from './intake-tables.ts'

export type KeptEvent<Task> = {
  readonly raw: WholeRawEvent
  readonly bytes: number
  /** The event before this one. While this one is the oldest open event, everything up to `before` is done. */
  readonly before: IntakeCheckpoint | null
  /** null until the event is translated, which happens at its turn. */
  tasks: readonly Task[] | null
  given: number
  open: number
}

/** One thing to do: a task of a raw event, or the fault of a raw event that cannot be translated. */
export type Step<Task> = { readonly event: KeptEvent<Task> } & (
  | { readonly task: Task }
  | { readonly fault: unknown }
)

export type KeptEvents<Task> = {
  add(raw: WholeRawEvent, before: IntakeCheckpoint | null): void
  next(): Step<Task> | null
  done(event: KeptEvent<Task>): void
  oldest(): KeptEvent<Task> | undefined
  hasWaiting(): boolean
  underWay(): number
  bytes(): number
}

export function keptEvents<Task>(
  tasksOf: (raw: WholeRawEvent) => readonly Task[],
  room: { bytes: number },
): KeptEvents<Task> {
  const kept: KeptEvent<Task>[] = []
  /** Index of the first event with something to hand out. */
  let waitingFrom = 0
  let underWay = 0
  let bytes = 0

  const grow = (by: number) => {
    bytes += by
    room.bytes += by
  }
  const dropDone = () => {
    for (let first = kept[0]; first?.open === 0; first = kept[0]) {
      kept.shift()
      waitingFrom = Math.max(0, waitingFrom - 1)
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
      for (let event = kept[waitingFrom]; event !== undefined; event = kept[waitingFrom]) {
        const step = stepOf(event, tasksOf)
        if (step !== null) {
          underWay += 1
          return step
        }
        waitingFrom += 1
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
    hasWaiting: () => waitingFrom < kept.length,
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
