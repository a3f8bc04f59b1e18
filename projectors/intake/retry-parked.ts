import { PositionUnknown } from '@recado/infra/event-store/errors'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { type Parked, unparkIntents } from './intake-tables.ts'
import { intentsOf, type RawEvent, withPayload } from './raw-event.ts'
import { type RecordOptions, recordTasks } from './record/record-tasks.ts'

/** What a retry needs of the runner. */
export type RetryDeps = {
  readonly client: pg.ClientBase
  readonly store: EventStore
  readonly work: RecordOptions
}

/**
 * Tries parked intents once more, in the turn of what is about the same. Those that fail again stay parked; of the same
 * raw events nothing is written twice.
 * @returns how many were recorded
 */
export async function retryParked(
  { client, store, work }: RetryDeps,
  parked: readonly Parked[],
): Promise<number> {
  const failed = new Set<string>()
  const park: RecordOptions['park'] = async (of, error) => {
    failed.add(keyOf(of.raw.id, of.index))
    await work.park(of, error)
  }
  for (const id of new Set(parked.map(({ raw_event_id }) => raw_event_id))) {
    const intents = parked.filter(({ raw_event_id }) => raw_event_id === id)
    await retryRaw(store, { ...work, park }, intents)
  }
  const recorded = parked.filter((of) => !failed.has(keyOf(of.raw_event_id, of.intent)))
  await unparkIntents(client, recorded)
  return recorded.length
}

/** All intents of the raw event: those that were recorded write nothing. */
async function retryRaw(
  store: EventStore,
  work: RecordOptions,
  parked: readonly Parked[],
): Promise<void> {
  const [first] = parked
  const raw = first === undefined ? null : await rawAt(store, first)
  if (raw === null) return
  const whole = await withPayload(store, raw)
  let tasks: ReturnType<typeof intentsOf>
  try {
    tasks = intentsOf(work.translate, whole)
  } catch (error) {
    for (const { intent } of parked) await work.park({ raw, index: intent }, error)
    return
  }
  await recordTasks(work, tasks)
}

/** null when the log has it no longer. */
async function rawAt(
  store: EventStore,
  { raw_event_id, position }: Parked,
): Promise<RawEvent | null> {
  try {
    for await (const event of store.readAll({ from: position, limit: 1 }))
      if (event.id === raw_event_id) return event as RawEvent
  } catch (error) {
    if (!(error instanceof PositionUnknown)) throw error
  }
  return null
}

function keyOf(rawEventId: string, intent: number): string {
  return `${rawEventId}/${intent}`
}
