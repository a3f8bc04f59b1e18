import { aggregateCache } from '@recado/application/commands/aggregate-cache'
import { streamMutex } from '@recado/application/commands/stream-mutex'
import type { RawEvent } from '@recado/application/intake/raw-event'
import type { PersonIds } from '@recado/application/person-ids'
import { headOfFollowedStreams } from '@recado/application/read-models/followed'
import { isIn, type Partition, WHOLE } from '@recado/application/read-models/partitions'
import type { ContactIdentityEvent } from '@recado/domain/contact-identity/events'
import { fairMutex } from '@recado/infra/concurrency/fair-mutex'
import { sleep } from '@recado/infra/concurrency/sleep'
import { DEADLINES } from '@recado/infra/deadlines'
import { eventAt } from '@recado/infra/event-store/event-at'
import {
  type Delivered,
  type EventStore,
  logFieldsOf,
  type RecordedEvent,
} from '@recado/infra/event-store/event-store'
import { BoundBroken } from '@recado/translation/bounded-intent'
import type { Translate } from '@recado/translation/intent'
import type { PartitionShare } from '../engine/partition-share.ts'
import type { Leadership } from '../runtime/leader-election.ts'
import { type ReactorOptions, runReactor } from '../runtime/run-reactor.ts'
import { waitForReadModels } from '../runtime/wait-for-read-models.ts'
import {
  createIntakeTables,
  type IntakeCheckpoint,
  parkIntent,
  readIntakeCheckpoint,
  readIntentsToRetry,
  requestRetry,
  saveIntakeCheckpoint,
} from './intake-tables.ts'
import { lagReporter } from './lag-reporter.ts'
import { readPartitionCheckpoint, savePartitionCheckpoint } from './partition-checkpoint.ts'
import { openLookup } from './record/lookup.ts'
import { recentClaims } from './record/recent-claims.ts'
import type { RecordOptions } from './record/record-tasks.ts'
import { retryParked } from './retry-parked.ts'
import { type PassedOver, runIntakeQueues } from './run-intake-queues.ts'

/** The store commits waiting appends together: with 64 in flight it was idle a third of the time. */
const APPENDS_IN_FLIGHT = 256
const CACHED_STREAMS = 20_000
const LOOK_MS = 1_000

export type IntakeOptions = ReactorOptions & {
  readonly store: EventStore
  readonly personIds: PersonIds
  readonly translate: Translate
  readonly now?: () => Date
  readonly count?: RecordOptions['count']
  /** Hears how old the raw events of a partition are that are recorded now, ms. */
  readonly tellLag?: (lag_ms: number, partition: Partition) => void
  /** The accounts whose raw events to record; all unless given. */
  readonly partition?: Partition
  /** How processes share the partitions; unset: whoever comes first has them. */
  readonly share?: PartitionShare
}

/** Names the lock of intake, and with the number of a partition that of its runner. */
export const INTAKE_ROLE = 'intake'

/**
 * Records the raw events of a partition as facts until the signal aborts. The checkpoint only saves time: repeats write
 * nothing.
 */
export function runIntake(options: IntakeOptions): Promise<void> {
  const { partition = WHOLE, share } = options
  return runReactor(share === undefined ? options : { ...options, mayTry: share.mayTry }, {
    role: partition.count === 1 ? INTAKE_ROLE : `${INTAKE_ROLE}:${partition.index}`,
    failure: 'intake failed and starts again',
    work: (leadership) =>
      withinShare(leadership, share, (own, giveUp) => follow(options, own, giveUp)),
  })
}

/**
 * Works until this process has more than its share, because another one has come, which takes the partition.
 * @param work gets a function that looks whether that is so, and ends the work then
 */
async function withinShare(
  { client, signal }: Leadership,
  share: PartitionShare | undefined,
  work: (leadership: Leadership, giveUpIfTooMuch: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const tooMuch = new AbortController()
  const look = async () => {
    if (await share?.isTooMuch(client)) tooMuch.abort()
  }
  const own = { client, signal: AbortSignal.any([signal, tooMuch.signal]) }
  await work(own, look).catch((error) => {
    if (!tooMuch.signal.aborted) throw error
  })
}

async function follow(
  options: IntakeOptions,
  leadership: Leadership,
  giveUpIfTooMuch: () => Promise<void>,
): Promise<void> {
  const { client, signal } = leadership
  await createIntakeTables(client)
  const { partition = WHOLE } = options
  const checkpoint = await readStart(options.store, client, partition)
  // Up to this position the read models show everything; what comes after it arrives through the subscription.
  const floor = checkpoint?.position ?? (await headOfFollowedStreams(options.store)) ?? -1n
  await waitForReadModels(leadership, floor)
  const work = workOptions(options, leadership, floor)
  const retry = async () => {
    const parked = await readIntentsToRetry(client, partition)
    const { recorded, gone } = await retryParked({ client, store: options.store, work }, parked)
    const { log } = options
    for (const { raw, intents: unparked } of recorded)
      log.warn({ unparked, ...logFieldsOf(raw) }, 'parked intents were recorded')
    for (const { raw_event_id: event_id, intents } of gone)
      log.warn(
        { event_id, gone: intents },
        'parked intents were dropped: the log no longer has their raw event',
      )
  }
  // A restart is often an upgrade that has fixed what made them fail.
  await requestRetry(client, partition)
  const saver = checkpointSaver(options, leadership)
  await whileWorking(
    { signal, log: options.log },
    async () => {
      await giveUpIfTooMuch()
      await retry()
      await saver.write()
    },
    () =>
      runIntakeQueues(
        work,
        rawEvents(deliveries(options, leadership, checkpoint), work, partition),
        saver.save,
      ),
  )
}

/** The checkpoint from which a partition goes on; null for the start of the log. */
async function readStart(
  store: EventStore,
  client: Leadership['client'],
  partition: Partition,
): Promise<IntakeCheckpoint | null> {
  if (partition.count > 1)
    return readPartitionCheckpoint(client, partition, (of) => isInLog(store, of))
  const checkpoint = await readIntakeCheckpoint(client)
  // A restored log is read from the start.
  return checkpoint !== null && (await isInLog(store, checkpoint)) ? checkpoint : null
}

function deliveries(
  options: IntakeOptions,
  { signal }: Leadership,
  checkpoint: IntakeCheckpoint | null,
) {
  return options.store.subscribe({
    from: checkpoint?.position ?? 'start',
    filter: { streamPrefixes: ['providerEvent-', 'contactIdentity-'] },
    signal,
    onReconnect: (err) => options.log.warn({ err }, 'intake lost the event store and reconnects'),
  })
}

/** Facts of other partitions are told apart by their metadata, so none is parsed; their raw events are passed over. */
async function* rawEvents(
  delivered: AsyncIterable<Delivered>,
  { recorder }: Pick<RecordOptions, 'recorder'>,
  partition: Partition,
): AsyncGenerator<RawEvent | PassedOver> {
  for await (const item of delivered) {
    if (item.kind !== 'event') continue
    if (partition.count > 1 && !isIn(partition, item.metadata)) {
      if (item.type === 'ProviderEventReceived') yield { passed_over: item.position }
      continue
    }
    if (item.type === 'ProviderEventReceived') yield item.event as RawEvent
    if (item.stream.startsWith('contactIdentity-'))
      recorder.recent.follow(item.event as RecordedEvent<ContactIdentityEvent>)
  }
}

function workOptions(options: IntakeOptions, { client, signal }: Leadership, floor: bigint) {
  const { store, personIds, translate, log, tellLag, partition = WHOLE } = options
  const { now = () => new Date() } = options
  const cache = aggregateCache(CACHED_STREAMS)
  return {
    translate,
    recorder: { store, personIds, cache, mutex: streamMutex(), recent: recentClaims(floor), now },
    known: openLookup(client),
    fairMutex: fairMutex(APPENDS_IN_FLIGHT),
    signal,
    count: options.count ?? (() => undefined),
    ...(tellLag && {
      lag: lagReporter(
        (ms) => tellLag(ms, partition),
        () => now().getTime(),
      ),
    }),
    onOutage: (err) => log.warn({ err }, 'the event store does not answer; intake waits for it'),
    isAway: async () => !(await store.ping(DEADLINES.check)),
    park: async ({ raw, index }, error) => {
      // A provider that exceeds bounds must not be able to raise every alarm; a fault of ours must.
      const level = error instanceof BoundBroken ? 'warn' : 'error'
      log[level]({ err: error, intent: index, ...logFieldsOf(raw) }, 'an intent was parked')
      const parked = { raw_event_id: raw.id, intent: index, position: raw.position }
      const { account_id } = raw.metadata
      await parkIntent(client, { ...parked, account_id, error: String(error) })
    },
  } satisfies RecordOptions
}

async function isInLog(
  store: EventStore,
  { position, event_id }: IntakeCheckpoint,
): Promise<boolean> {
  return (await eventAt(store, position))?.id === event_id
}

/** Saves at most twice a second; `write` saves the latest checkpoint when nothing follows it. */
function checkpointSaver({ store, partition = WHOLE }: IntakeOptions, { client }: Leadership) {
  let next = 0
  let unsaved: IntakeCheckpoint | undefined
  const write = async () => {
    const saved = unsaved
    if (saved === undefined) return
    unsaved = undefined
    if (partition.count === 1) return saveIntakeCheckpoint(client, saved)
    const event_id = saved.event_id ?? (await eventAt(store, saved.position))?.id
    if (event_id !== undefined)
      await savePartitionCheckpoint(client, partition, { ...saved, event_id })
  }
  const save = async (checkpoint: IntakeCheckpoint) => {
    unsaved = checkpoint
    if (performance.now() < next) return
    next = performance.now() + 500
    await write()
  }
  return { save, write }
}

/** Runs a side task at intervals while the work goes on; failures are retried. @throws what the work throws */
async function whileWorking(
  { signal, log }: Pick<IntakeOptions, 'signal' | 'log'>,
  sideTask: () => Promise<void>,
  work: () => Promise<void>,
): Promise<void> {
  const ended = new AbortController()
  const both = AbortSignal.any([signal, ended.signal])
  const sideTasks = (async () => {
    while (!both.aborted) {
      await sideTask().catch((err) =>
        log.warn(
          { err },
          'retrying parked intents or saving the checkpoint failed; it will be retried',
        ),
      )
      await sleep(LOOK_MS, both)
    }
  })()
  await Promise.all([work().finally(() => ended.abort()), sideTasks])
}
