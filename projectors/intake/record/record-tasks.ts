import type { Cause } from '@recado/application/intake/cause'
import { laneOf } from '@recado/application/intake/raw-event'
import type { Task } from '@recado/application/intake/task'
import { backoff } from '@recado/infra/concurrency/backoff'
import type { FairMutex } from '@recado/infra/concurrency/fair-mutex'
import { sleep } from '@recado/infra/concurrency/sleep'
import { ContestedStream, StoreUnavailable } from '@recado/infra/event-store/errors'
import { beginSpan, type Span, withinSpan } from '@recado/infra/tracing/spans'
import { BoundBroken } from '@recado/translation/bounded-intent'
import type { Translate } from '@recado/translation/intent'
import { fillLookup } from './fill-lookup.ts'
import type { Lookup } from './lookup.ts'
import { record } from './record.ts'
import type { BatchRecorder, Recorded, Recorder } from './recorder.ts'

export type RecordOptions = {
  readonly translate: Translate
  readonly recorder: Recorder
  readonly known: Lookup
  readonly fairMutex: FairMutex
  readonly signal: AbortSignal
  readonly count: (kind: Task['intent']['kind'], became: Recorded | 'parked') => void
  readonly onOutage: (error: unknown) => void
  /** Whether the store is unavailable. */
  readonly isAway: () => Promise<boolean>
  readonly park: (of: Pick<Cause, 'raw' | 'index'>, error: unknown) => Promise<void>
}

/** Records tasks, each in its turn. @throws when the signal aborts, or the read models cannot be queried */
export async function recordTasks(options: RecordOptions, tasks: readonly Task[]): Promise<void> {
  const batch = await fillLookup(options.recorder, options.known, tasks)
  await Promise.all(tasks.map((task) => recordInTurn(options, batch, task)))
}

/**
 * Records a task after all earlier ones about the same person or message. Waits while the store is unavailable, and
 * parks what cannot be recorded at all.
 * @throws when the signal aborts, or the intent cannot be parked
 */
export function recordInTurn(
  options: RecordOptions,
  batch: BatchRecorder,
  task: Task,
): Promise<void> {
  const { chain, cause } = task
  const lane = laneOf(cause.raw) ?? cause.connection_id
  return options.fairMutex.run(chain, lane, () => recordOrPark(options, batch, task))
}

async function recordOrPark(
  options: RecordOptions,
  recorder: BatchRecorder,
  task: Task,
): Promise<void> {
  let failuresOfIntent = 0
  for (let failures = 0; ; failures++) {
    if (options.signal.aborted) throw options.signal.reason
    try {
      const became = await withinSpan(spanOf(task), () => record(recorder, task))
      return options.count(task.intent.kind, became)
    } catch (error) {
      const isBeyond = error instanceof BoundBroken
      const isDown = !isBeyond && (await isOutage(options, error))
      if (isDown) options.onOutage(error)
      // An intent is at fault when it fails twice while the store answers, or is beyond a bound.
      else if (isBeyond || failuresOfIntent++ > 0) {
        await options.park(task.cause, error)
        return options.count(task.intent.kind, 'parked')
      }
      await sleep(backoff(Math.min(failures, 8), 5_000), options.signal)
    }
  }
}

function spanOf({ intent: { kind }, cause }: Task): Span {
  const { id, metadata } = cause.raw
  const attributes = { 'recado.account_id': cause.account_id, 'recado.raw_event_id': id }
  const parent = metadata.traceparent
  return beginSpan(`record ${kind}`, { kind: 'consumer', parent, attributes })
}

async function isOutage({ isAway }: RecordOptions, error: unknown): Promise<boolean> {
  return error instanceof StoreUnavailable || error instanceof ContestedStream || (await isAway())
}
