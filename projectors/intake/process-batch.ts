import {
  intentsOf,
  type RawEvent,
  type WholeRawEvent,
  withPayload,
} from '@recado/application/intake/raw-event'
import type { Task } from '@recado/application/intake/task'
import { type Bell, bell } from '@recado/infra/event-store/pull'
import { type ConnectionQueues, connectionQueues, type QueueBounds } from './connection-queues.ts'
import type { IntakeCheckpoint } from './intake-tables.ts'
import type { Step } from './kept-events.ts'
import { fillLookup } from './record/fill-lookup.ts'
import { type RecordOptions, recordInTurn } from './record/record-tasks.ts'
import type { BatchRecorder } from './record/recorder.ts'

export type ProcessBatchOptions = RecordOptions & { readonly bounds?: QueueBounds }

/**
 * Records everything that raw events say, in turns among connections. What is about the same person or message of a
 * connection goes in log order. What the next steps need to know is asked while the ones before are recorded, so
 * that appends never wait for Postgres.
 * @param worked told how far all is recorded, whenever that is further than before
 * @throws when the signal aborts, or the read models cannot be asked
 */
export async function processBatch(
  options: ProcessBatchOptions,
  raws: AsyncIterable<RawEvent>,
  worked: (upTo: IntakeCheckpoint) => Promise<void>,
): Promise<void> {
  const news = bell()
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const onFault = (error: unknown) => {
    ended.abort(error)
    news.ring()
  }
  const tasksOfNew = (raw: WholeRawEvent) => tasksOf(options, raw)
  const { store } = options.recorder
  const watched = { store, tasksOf: tasksOfNew, signal, onChange: news.ring, onFault }
  const queues = connectionQueues<Task>({ ...options, ...watched })
  const source = feed(options.recorder.store, queues, raws, signal, onFault, news)
  const tell = tellingWhenFurther(worked)
  const underWay = new Set<Promise<void>>()
  const begin = (batch: BatchRecorder, step: Step<Task>) => {
    const work = workOn(options, batch, step).then(() => queues.done(step), onFault)
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }
  try {
    for (;;) {
      signal.throwIfAborted()
      const steps = queues.take()
      await tell(queues.checkpoint())
      if (steps.length > 0) {
        const batch = await fillLookup(options.recorder, options.known, tasksIn(steps))
        for (const step of steps) begin(batch, step)
      } else if (source.isDry && queues.isIdle()) return
      else await news.wait()
    }
  } finally {
    ended.abort()
    await Promise.all(underWay)
  }
}

/** Passes on what the source gives, until the signal aborts. */
function feed(
  store: ProcessBatchOptions['recorder']['store'],
  queues: ConnectionQueues<Task>,
  raws: AsyncIterable<RawEvent>,
  signal: AbortSignal,
  onFault: (error: unknown) => void,
  news: Bell,
) {
  const source = { isDry: false }
  const feeding = async () => {
    for await (const raw of raws) {
      if (signal.aborted) return
      queues.pass(await withPayload(store, raw))
    }
  }
  void feeding()
    .catch(onFault)
    .finally(() => {
      source.isDry = true
      news.ring()
    })
  return source
}

function tasksOf(
  { recorder: { recent }, translate }: ProcessBatchOptions,
  raw: WholeRawEvent,
): readonly Task[] {
  // The journal may hold a raw event twice.
  if (recent.raw.has(raw.id)) return []
  recent.raw.set(raw.id, true)
  return intentsOf(translate, raw)
}

function tasksIn(steps: readonly Step<Task>[]): readonly Task[] {
  return steps.flatMap((step) => ('task' in step ? step.task : []))
}

function workOn(
  options: ProcessBatchOptions,
  batch: BatchRecorder,
  step: Step<Task>,
): Promise<void> {
  if ('task' in step) return recordInTurn(options, batch, step.task)
  return options.park({ raw: step.event.raw, index: 0 }, step.fault)
}

function tellingWhenFurther(worked: (upTo: IntakeCheckpoint) => Promise<void>) {
  let told: bigint | null = null
  return async (upTo: IntakeCheckpoint | null) => {
    if (upTo === null || (told !== null && upTo.position <= told)) return
    told = upTo.position
    await worked(upTo)
  }
}
