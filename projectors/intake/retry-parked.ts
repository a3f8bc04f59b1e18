import type { EventStore } from '@recado/infra/event-store/event-store'
import type pg from 'pg'
import { type Parked, readParkedIntents, unparkIntents } from './intake-tables.ts'
import type { Task } from './record.ts'
import { type RawEvent, type WorkOffOptions, workOff } from './work-off.ts'

/** What a retry needs of the runner. */
type RetryDeps = {
  readonly client: pg.ClientBase
  readonly store: EventStore
  readonly work: WorkOffOptions
}

/**
 * Tries the parked intents once more: a new start is often a new version, with what stood in their way mended.
 * Those that fail again stay parked; of the same raw events nothing is written twice.
 * @returns how many were recorded
 */
export async function retryParked({ client, store, work }: RetryDeps): Promise<number> {
  const parked = await readParkedIntents(client)
  if (parked.length === 0) return 0
  const failed = new Set<string>()
  const park = async (task: Task, error: unknown) => {
    failed.add(keyOf(task.cause.raw.id, task.cause.index))
    await work.park(task, error)
  }
  await workOff({ ...work, park }, oneRun(store, parked), async () => undefined)
  const recorded = parked.filter((of) => !failed.has(keyOf(of.raw_event_id, of.intent)))
  await unparkIntents(client, recorded)
  return recorded.length
}

async function* oneRun(store: EventStore, parked: readonly Parked[]) {
  const positions = [...new Set(parked.map(({ position }) => position))]
  const raws: RawEvent[] = []
  for (const from of positions)
    for await (const event of store.readAll({ from, limit: 1 }))
      if (event.position === from) raws.push(event as RawEvent)
  yield raws
}

function keyOf(rawEventId: string, intent: number): string {
  return `${rawEventId}/${intent}`
}
