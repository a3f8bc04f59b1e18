import { intentsOf, type RawEvent, withPayload } from '@recado/application/intake/raw-event'
import { eventAt } from '@recado/infra/event-store/event-at'
import type { EventStore } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { type Parked, unparkIntents } from './intake-tables.ts'
import { type RecordOptions, recordTasks } from './record/record-tasks.ts'

export type RetryDeps = {
  readonly client: pg.ClientBase
  readonly store: EventStore
  readonly work: RecordOptions
}

export type Retried = {
  readonly recorded: readonly { readonly raw: RawEvent; readonly intents: number }[]
  readonly gone: readonly { readonly raw_event_id: string; readonly intents: number }[]
}

/**
 * Retries parked intents, in the turn of what concerns the same person or message. Intents that fail again stay
 * parked; other intents of the same raw events write nothing twice. Intents whose raw event the log no longer has are
 * unparked.
 */
export async function retryParked(
  { client, store, work }: RetryDeps,
  parked: readonly Parked[],
): Promise<Retried> {
  const recorded: Retried['recorded'][number][] = []
  const gone: Retried['gone'][number][] = []
  const failed = new Set<string>()
  const park: RecordOptions['park'] = async (of, error) => {
    failed.add(keyOf(of.raw.id, of.index))
    await work.park(of, error)
  }
  const isSettled = (of: Parked) => !failed.has(keyOf(of.raw_event_id, of.intent))
  for (const raw_event_id of new Set(parked.map((of) => of.raw_event_id))) {
    const intents = parked.filter((of) => of.raw_event_id === raw_event_id)
    const raw = await rawAt(store, intents)
    if (raw === null) gone.push({ raw_event_id, intents: intents.length })
    else {
      await retryRaw(store, { ...work, park }, raw, intents)
      const settled = intents.filter(isSettled).length
      if (settled > 0) recorded.push({ raw, intents: settled })
    }
  }
  await unparkIntents(client, parked.filter(isSettled))
  return { recorded, gone }
}

/** Records all intents of the raw event: those recorded before write nothing. */
async function retryRaw(
  store: EventStore,
  work: RecordOptions,
  raw: RawEvent,
  parked: readonly Parked[],
): Promise<void> {
  const whole = await withPayload(store, raw)
  let tasks: ReturnType<typeof intentsOf>
  try {
    tasks = intentsOf(work.recorder.personIds, work.translate, whole)
  } catch (error) {
    for (const { intent } of parked) await work.park({ raw, index: intent }, error)
    return
  }
  await recordTasks(work, tasks)
}

async function rawAt(store: EventStore, [parked]: readonly Parked[]): Promise<RawEvent | null> {
  const event = parked === undefined ? null : await eventAt(store, parked.position)
  return event !== null && event.id === parked?.raw_event_id ? (event as RawEvent) : null
}

function keyOf(rawEventId: string, intent: number): string {
  return `${rawEventId}/${intent}`
}
