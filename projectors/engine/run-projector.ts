import { FOLLOWED_PREFIXES } from '@recado/application/read-models/followed'
import { isIn, type Partition, WHOLE } from '@recado/application/read-models/partitions'
import { eventAt } from '@recado/infra/event-store/event-at'
import { type Delivered, type EventStore, logFieldsOf } from '@recado/infra/event-store/event-store'
import { readLogBegun, withLogIds } from '@recado/infra/event-store/log-base'
import type { Logger } from '@recado/infra/logger'
import { electLeader, type Leadership } from '../runtime/leader-election.ts'
import { throttle } from '../runtime/throttle.ts'
import { applyDelivered } from './apply-delivered.ts'
import { type Batch, inBatches } from './batches.ts'
import type { Checkpoint } from './checkpoint.ts'
import type { Applied } from './isolate.ts'
import { openProjector } from './open-projector.ts'
import type { PartitionShare } from './partition-share.ts'
import type { Projection } from './projection.ts'
import {
  countPartitions,
  createReadModels,
  markFilled,
  readCheckpoint,
} from './read-model-schema.ts'
import { readingProgress } from './reading-progress.ts'
import { retryParkedEvents } from './retry-parked-events.ts'
import type { Row, Table } from './table.ts'
import { withIdleBatches } from './with-idle-batches.ts'

const MAX_BATCH = 1_000
/** From so many parked events on, the code is at fault rather than single facts. */
const MIN_PARKED_FOR_ALARM = 10
const LOOK_MS = 500

/** Names the lock of the runner of a partition. */
export const projectorRole = (schema: string, partition = 0) =>
  partition === 0 ? `projector:${schema}` : `projector:${schema}:${partition}`

/** The tables have another number of partitions now: they were exchanged by a rebuild. */
export class PartitionsChanged extends Error {
  constructor(schema: string) {
    super(`${schema} has another number of partitions now`)
    this.name = 'PartitionsChanged'
  }
}

/** The log is not the one that the read models were built from: it was restored, or the address is another log's. */
export class LogDiverged extends Error {
  constructor(schema: string) {
    super(
      `log_diverged: the log at the checkpoint of ${schema} holds another event or none; if it is the right log, run npm run rebuild -- --restored`,
    )
    this.name = 'LogDiverged'
  }
}

export type Committed = {
  readonly position: bigint
  readonly lag_ms: number
  inserted<R extends Row>(table: Table<R>): readonly R[]
}

export type ProjectorOptions = {
  readonly store: EventStore
  readonly databaseUrl: string
  readonly schema: string
  readonly projections: readonly Projection[]
  readonly log: Logger
  readonly signal: AbortSignal
  readonly leads?: (isLeader: boolean) => void
  /** The accounts of which to apply facts; all unless given. */
  readonly partition?: Partition
  /** How processes share the partitions; unset: whoever comes first has them. */
  readonly share?: PartitionShare
  /** Called after each commit; must not block. */
  readonly afterCommit?: (committed: Committed) => void
}

/**
 * Keeps a partition of the read models: one elected runner follows the log and applies it in batches, each with its
 * checkpoint in one transaction. Standbys take over. Runs until the signal aborts.
 * @throws LogDiverged when the log is not the one the read models were built from; PartitionsChanged
 */
export function runProjector(options: ProjectorOptions): Promise<void> {
  const { schema, log, partition = WHOLE, share } = options
  return electLeader(
    {
      ...options,
      ...(share !== undefined && { mayTry: share.mayTry }),
      searchPath: schema,
      role: projectorRole(schema, partition.index),
      isFatal: (error) => error instanceof LogDiverged || error instanceof PartitionsChanged,
      onError: (err) => log.error({ err }, 'the projector failed and starts again'),
    },
    (leadership) => follow(options, leadership),
  )
}

async function follow(given: ProjectorOptions, leadership: Leadership): Promise<void> {
  const begun = await readLogBegun(given.store)
  const options = { ...given, store: withLogIds(given.store, begun?.log_base ?? 0) }
  const { client } = leadership
  const { partition = WHOLE, share } = options
  await createReadModels(client, options.schema, options.projections, partition.count)
  if ((await countPartitions(client)) !== partition.count)
    throw new PartitionsChanged(options.schema)
  const projector = await openProjector(client, partition.index, options.projections)
  let checkpoint = await readCheckpoint(client, partition.index)
  await checkSameLog(options, checkpoint)
  const tellReading = readingProgress(options, checkpoint)
  let caughtUp = false
  let isRetrying = false
  let hasReconnected = false
  const commit = (result: Applied, lag_ms: number) => {
    for (const { event, error } of result.parked)
      options.log.error(
        { err: error, type: event.type, ...logFieldsOf(event) },
        'an event could not be applied and was parked',
      )
    if (result.parked.length >= MIN_PARKED_FOR_ALARM)
      options.log.error(
        { parked: result.parked.length },
        'many events were parked at once: suspect a bug in a projection',
      )
    const inserted: Committed['inserted'] = (table) => result.inserted(table.name) as never
    options.afterCommit?.({ position: checkpoint.position, lag_ms, inserted })
  }
  const batches = throttle(
    inBatches(
      ownFacts(
        subscribeBehind(options, leadership, checkpoint, () => {
          hasReconnected = true
        }),
        partition,
      ),
      MAX_BATCH,
      endsAppend,
      endsBatch(options.projections),
    ),
    leadership.signal,
  )
  for await (const batch of withIdleBatches(batches, () => (isRetrying ? 0 : LOOK_MS))) {
    if (hasReconnected) {
      hasReconnected = false
      // Another node may have answered, or the same node after losing data.
      await checkSameLog(options, checkpoint)
    }
    const result = await applyDelivered(projector, batch.items, checkpoint, caughtUp)
    if (!caughtUp && batch.items.some(({ kind }) => kind === 'caught_up')) {
      caughtUp = true
      await markFilled(client, partition.index)
    }
    if (result.to !== checkpoint) {
      checkpoint = result.to
      commit(result, lagOf(batch))
    }
    if (!caughtUp) await tellReading(checkpoint, batch.items.length)
    // Another process has come, which takes this partition.
    if (share !== undefined && (await share.isTooMuch(client))) return
    if (projector.parked.size === 0) continue
    const retried = await retryParkedEvents(projector, options.store, checkpoint)
    if (retried !== null) commit(retried, lagOf(batch))
    isRetrying = retried !== null
  }
}

/** The age of the newest event, ms; 0 for a batch after which nothing waits, however old its events are. */
function lagOf({ items, isDrained }: Batch<Delivered>): number {
  return isDrained ? 0 : Math.max(0, Date.now() - newestTime(items))
}

function subscribeBehind(
  options: ProjectorOptions,
  leadership: Leadership,
  { position }: Checkpoint,
  onReconnect: () => void,
) {
  return options.store.subscribe({
    from: position < 0n ? 'start' : position,
    filter: { streamPrefixes: FOLLOWED_PREFIXES },
    signal: leadership.signal,
    onReconnect: (err) => {
      options.log.warn({ err }, 'the projector lost the event store and reconnects')
      onReconnect()
    },
  })
}

/** Facts of other partitions only move the checkpoint. They are told apart by their metadata, so none is parsed. */
function ownFacts(items: AsyncIterable<Delivered>, partition: Partition) {
  return partition.count === 1 ? items : skipOthers(items, partition)
}

/** A fact of another partition. */
type Skipped = Extract<Delivered, { kind: 'checkpoint' }> & { readonly recorded_at: string }

async function* skipOthers(
  items: AsyncIterable<Delivered>,
  partition: Partition,
): AsyncGenerator<Delivered | Skipped> {
  for await (const item of items) {
    if (item.kind !== 'event' || isIn(partition, item.metadata)) yield item
    else
      yield {
        kind: 'checkpoint',
        position: item.position,
        recorded_at: item.metadata.recorded_at,
      }
  }
}

/** Never shows half an append: a contact would appear for a moment without its identities. */
function endsAppend(item: Delivered): boolean {
  return item.kind !== 'event' || item.metadata.more_follows !== true
}

function endsBatch(projections: readonly Projection[]): (item: Delivered) => boolean {
  const types = new Set(projections.flatMap((of) => of.endsBatch))
  return (item) => item.kind === 'event' && types.has(item.type)
}

async function checkSameLog(options: ProjectorOptions, checkpoint: Checkpoint): Promise<void> {
  if (checkpoint.event_position === null) return
  const event = await eventAt(options.store, checkpoint.event_position)
  if (event?.id !== checkpoint.event_id) throw new LogDiverged(options.schema)
}

function newestTime(items: readonly Delivered[]): number {
  const times = items.map((item) => {
    if (item.kind === 'event') return item.metadata.recorded_at
    return 'recorded_at' in item ? (item as Skipped).recorded_at : undefined
  })
  const last = times.findLast((time) => time !== undefined)
  return last === undefined ? Date.now() : Date.parse(last)
}
