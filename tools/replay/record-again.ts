import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import type { Task } from '@recado/application/intake/task'
import type { PersonIds } from '@recado/application/person-ids'
import { fairMutex } from '@recado/infra/concurrency/fair-mutex'
import { DEADLINES } from '@recado/infra/deadlines'
import type { EventStore } from '@recado/infra/event-store/event-store'
import { NO_REPORT, NOTHING_KNOWN } from '@recado/projectors/intake/record/fill-lookup'
import { type Lookup, NO_PLACES } from '@recado/projectors/intake/record/lookup'
import { recentClaims } from '@recado/projectors/intake/record/recent-claims'
import { recordTasks } from '@recado/projectors/intake/record/record-tasks'
import type { Translate } from '@recado/translation/intent'

/** The log alone decides: the read models may still know a message whose fact the log has lost. */
const LOG_ALONE: Lookup = {
  ask: async () => NOTHING_KNOWN,
  told: async () => NO_REPORT,
  places: async () => NO_PLACES,
}

/** What recording again works with. */
export type RecordAgain = {
  readonly store: EventStore
  readonly personIds: PersonIds
  readonly translate: Translate
  readonly notify: boolean
  readonly signal: AbortSignal
  readonly note: (line: string) => void
}

/**
 * Records intents of one raw event by intake's own recorder, in the operator's name. Recorded facts are not written
 * again, as their ids are computed.
 * @returns what went wrong, in words, by the intent's place among those of the raw event
 */
export async function recordAgain(
  { store, personIds, translate, notify, signal, note }: RecordAgain,
  tasks: readonly Task[],
): Promise<ReadonlyMap<number, string>> {
  const faults = new Map<number, string>()
  const work = {
    translate,
    // Nothing is remembered from before, as intake may run at the same time.
    recorder: {
      store,
      personIds,
      cache: aggregateCache(),
      mutex: streamMutex(),
      recent: recentClaims(-1n),
      now: () => new Date(),
    },
    known: LOG_ALONE,
    fairMutex: fairMutex(1),
    signal,
    count: () => undefined,
    onOutage: () => note('the event store does not answer; waiting for it'),
    isAway: async () => !(await store.ping(DEADLINES.check)),
    park: async ({ index }: { readonly index: number }, error: unknown) =>
      void faults.set(index, String(error)),
  }
  const replayed = tasks.map((task) => ({ ...task, cause: { ...task.cause, replay: { notify } } }))
  await recordTasks(work, replayed)
  return faults
}
