import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import type { RawEvent } from '@recado/application/intake/raw-event'
import { fairMutex } from '@recado/infra/concurrency/fair-mutex'
import type { EventStore, RecordedEvent } from '@recado/infra/event-store/event-store'
import type { QueueBounds } from '@recado/projectors/intake/connection-queues'
import { NO_REPORT, NOTHING_KNOWN } from '@recado/projectors/intake/record/fill-lookup'
import { type Lookup, NO_PLACES } from '@recado/projectors/intake/record/lookup'
import { recentClaims } from '@recado/projectors/intake/record/recent-claims'
import { runIntakeQueues } from '@recado/projectors/intake/run-intake-queues'
import { PERSON_IDS } from '../../kit/person-ids.ts'
import { translate } from '../../translation/translate.ts'

/** Counts of outcomes of intents, by names such as `received recorded`. */
export type Counts = Record<string, number>

type Given = {
  readonly bounds?: QueueBounds
  readonly known?: Lookup
  readonly now?: () => Date
}

const nothing: Lookup = {
  ask: async () => NOTHING_KNOWN,
  told: async () => NO_REPORT,
  places: async () => NO_PLACES,
}

const aMoment = () => new Date('2026-01-01T00:00:06.000Z')

/** A recorder that has just started: its caches are empty, and by default no read model knows anything. */
export function freshRecorder(
  store: EventStore,
  { bounds, known = nothing, now = aMoment }: Given = {},
) {
  const counts: Counts = {}
  const parked: unknown[] = []
  const stop = new AbortController()
  const options = {
    translate,
    recorder: {
      store,
      cache: aggregateCache(),
      mutex: streamMutex(),
      personIds: PERSON_IDS,
      recent: recentClaims(-1n),
      now,
    },
    known,
    ...(bounds && { bounds }),
    fairMutex: fairMutex(64),
    signal: stop.signal,
    count: (kind: string, became: string) => {
      counts[`${kind} ${became}`] = (counts[`${kind} ${became}`] ?? 0) + 1
    },
    onOutage: () => undefined,
    isAway: async () => false,
    park: async (_: unknown, error: unknown) => void parked.push(error),
  }
  const record = (...raws: RawEvent[]) =>
    runIntakeQueues(options, oneByOne(raws), async () => undefined)
  return { record, counts, parked, recorder: options.recorder, stop: () => stop.abort() }
}

async function* oneByOne(raws: readonly RawEvent[]) {
  yield* raws
}

/** Every event of the log, oldest first. */
export async function wholeLog(store: EventStore): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = []
  for await (const event of store.readAll({ from: 'start' }))
    if (!event.stream.startsWith('$')) events.push(event)
  return events
}

/** The facts of an account, in log order. */
export async function factsOf(store: EventStore, account_id: string): Promise<RecordedEvent[]> {
  return (await wholeLog(store)).filter(({ metadata }) => metadata.account_id === account_id)
}
