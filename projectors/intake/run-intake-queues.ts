import {
  intentsOf,
  type RawEvent,
  type WholeRawEvent,
  withPayload,
} from '@recado/application/intake/raw-event'
import type { Task } from '@recado/application/intake/task'
import { type WakeSignal, wakeSignal } from '@recado/infra/event-store/pull'
import { type ConnectionQueues, connectionQueues, type QueueBounds } from './connection-queues.ts'
import type { IntakeCheckpoint } from './intake-tables.ts'
import type { Step } from './kept-events.ts'
import type { LagReporter } from './lag-reporter.ts'
import { fillLookup } from './record/fill-lookup.ts'
import { type RecordOptions, recordInTurn } from './record/record-tasks.ts'
import type { BatchRecorder } from './record/recorder.ts'

export type IntakeQueueOptions = RecordOptions & {
  readonly bounds?: QueueBounds
  readonly lag?: LagReporter
}

/** The position of a raw event of another partition, which counts as done. */
export type PassedOver = { readonly passed_over: bigint }

/**
 * Records everything that raw events say, with connections taking turns. What concerns the same person or message of
 * a connection is recorded in log order. The lookup for the next steps runs while earlier ones are recorded, so that
 * appends never wait for Postgres.
 * @param worked called with how far everything is recorded, whenever that advances
 * @throws when the signal aborts, or the read models cannot be queried
 */
export async function runIntakeQueues(
  options: IntakeQueueOptions,
  raws: AsyncIterable<RawEvent | PassedOver>,
  worked: (upTo: IntakeCheckpoint) => Promise<void>,
): Promise<void> {
  const changed = wakeSignal()
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const onFault = (error: unknown) => {
    ended.abort(error)
    changed.notify()
  }
  const tasksOfNew = (raw: WholeRawEvent) => tasksOf(options, raw)
  const { store } = options.recorder
  const watched = { store, tasksOf: tasksOfNew, signal, onChange: changed.notify, onFault }
  const queues = connectionQueues<Task>({ ...options, ...watched })
  const source = feed(options.recorder.store, queues, raws, signal, onFault, changed)
  const reportProgress = progressReporter(worked)
  const underWay = new Set<Promise<void>>()
  const begin = (batch: BatchRecorder, step: Step<Task>) => {
    const done = () => {
      options.lag?.done(step)
      queues.done(step)
    }
    const work = recordStep(options, batch, step).then(done, onFault)
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  try {
    for (;;) {
      signal.throwIfAborted()
      const steps = queues.take()
      await reportProgress(queues.checkpoint())
      if (steps.length > 0) {
        const batch = await fillLookup(options.recorder, options.known, tasksIn(steps))
        for (const step of steps) begin(batch, step)
        continue
      }
      if (queues.isIdle()) options.lag?.idle()
      if (source.isDry && queues.isIdle()) return
      await changed.wait()
    }
  } finally {
    ended.abort()
    await Promise.all(underWay)
  }
}

function feed(
  store: IntakeQueueOptions['recorder']['store'],
  queues: ConnectionQueues<Task>,
  raws: AsyncIterable<RawEvent | PassedOver>,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
  changed: WakeSignal,
) {
  const source = { isDry: false }
  const feeding = async () => {
    for await (const raw of raws) {
      if (signal.aborted) return
      if ('passed_over' in raw) queues.passOver(raw.passed_over)
      else queues.pass(queues.mayKeep(raw) ? await withPayload(store, raw) : raw)
    }
  }
  void feeding()
    .catch(onFault)
    .finally(() => {
      source.isDry = true
      changed.notify()
    })
  return source
}

function tasksOf(
  { recorder: { recent, personIds }, translate }: IntakeQueueOptions,
  raw: WholeRawEvent,
): readonly Task[] {
  // The journal may hold a raw event twice; the second one has no tasks.
  if (recent.raw.has(raw.id)) return []
  recent.raw.set(raw.id, true)
  return intentsOf(personIds, translate, raw)
}

function tasksIn(steps: readonly Step<Task>[]): readonly Task[] {
  return steps.flatMap((step) => ('task' in step ? step.task : []))
}

function recordStep(
  options: IntakeQueueOptions,
  batch: BatchRecorder,
  step: Step<Task>,
): Promise<void> {
  if ('task' in step) return recordInTurn(options, batch, step.task)
  return options.park({ raw: step.event.raw, index: 0 }, step.fault)
}

function progressReporter(worked: (upTo: IntakeCheckpoint) => Promise<void>) {
  let reported: bigint | null = null
  return async (upTo: IntakeCheckpoint | null) => {
    if (upTo === null || (reported !== null && upTo.position <= reported)) return
    reported = upTo.position
    await worked(upTo)
  }
}
