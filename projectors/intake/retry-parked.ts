import { intentsOf, type RawEvent, withPayload } from '@recado/application/intake/raw-event'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { type Parked, unparkIntents } from './intake-tables.ts'
import { type RecordOptions, recordTasks } from './record/record-tasks.ts'

/** What a retry needs of the runner. */
export type RetryDeps = {
  readonly client: pg.ClientBase
  readonly store: EventStore
  readonly work: RecordOptions
}

/**
 * Tries parked intents once more, in the turn of what is about the same. Those that fail again stay parked; of the same
 * raw events nothing is written twice. Those whose raw event the log has no longer are parked no longer.
 * @returns how many were recorded, and how many are gone
 */
export async function retryParked(
  { client, store, work }: RetryDeps,
  parked: readonly Parked[],
): Promise<{ readonly recorded: number; readonly gone: number }> {
  let gone = 0
  const failed = new Set<string>()
  const park: RecordOptions['park'] = async (of, error) => {
    failed.add(keyOf(of.raw.id, of.index))
    await work.park(of, error)
  }
  for (const id of new Set(parked.map(({ raw_event_id }) => raw_event_id))) {
    const intents = parked.filter(({ raw_event_id }) => raw_event_id === id)
    const raw = await rawAt(store, intents)
    if (raw === null) gone += intents.length
    else await retryRaw(store, { ...work, park }, raw, intents)
  }
  const settled = parked.filter((of) => !failed.has(keyOf(of.raw_event_id, of.intent)))
  await unparkIntents(client, settled)
  return { recorded: settled.length - gone, gone }
}

/** All intents of the raw event: those that were recorded write nothing. */
async function retryRaw(
  store: EventStore,
  work: RecordOptions,
  raw: RawEvent,
  parked: readonly Parked[],
): Promise<void> {
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
async function rawAt(store: EventStore, [parked]: readonly Parked[]): Promise<RawEvent | null> {
  const event = parked === undefined ? null : await eventAt(store, parked.position)
  return event !== null && event.id === parked?.raw_event_id ? (event as RawEvent) : null
}

function keyOf(rawEventId: string, intent: number): string {
  return `${rawEventId}/${intent}`
}
