import type { Registry } from '@recado/application/registry/registry'
import type { Logger } from '@recado/infra/logger'
import type pg from 'pg'
import {
  beginLoading,
  drainContiguous,
  dropUnknown,
  type EndpointQueue,
  endLoading,
  hasRoomToLoad,
  leaveToSweep,
  noteRead,
  QUEUE_CAPACITY,
  readThrough,
} from './endpoint-queue.ts'
import { type Backlog, loadBacklog } from './load-backlog.ts'
import { logFieldsOf, type PendingDelivery } from './pending-delivery.ts'
import { enqueue, isWaiting } from './queue-conversations.ts'
import { bytesToLoad } from './queue-memory.ts'
import type { RecentAttempts } from './recent-attempts.ts'
import { shardOf } from './shard.ts'
import type { Lease } from './shard-leases.ts'
import type { ShardOwnership } from './shard-ownership.ts'

export type LoadDeps = {
  readonly id: string
  readonly pool: pg.Pool
  readonly shards: Pick<ShardOwnership, 'usable' | 'furthest'>
  readonly recent: RecentAttempts
  readonly log: Logger
  readonly registry: Pick<Registry, 'webhook'>
  readonly skip: (pending: PendingDelivery) => void
  readonly hasRoomToSkip: (connectionId: string) => boolean
  readonly attemptMs: number
  readonly pauseKeepMs: number
}

/** `held_up`: stopped before a delivery to skip, because the log has to take earlier skips first. */
export type Loaded = 'nothing' | 'read' | 'held_up'

/** Reads the next part of a backlog, unless a read is under way, the queue is full or its shard is not ours. */
export async function loadQueue(deps: LoadDeps, queue: EndpointQueue): Promise<Loaded> {
  const lease = deps.shards.usable(shardOf(queue.connectionId), deps.attemptMs)
  if (lease === undefined || !hasRoomToLoad(queue) || !beginLoading(queue)) return 'nothing'
  const offered = [...queue.outOfOrder.keys()]
  const backlog = await readBacklog(deps, queue, lease)
  const counts = endLoading(queue)
  if (backlog === null) leaveToSweep(queue)
  else if (counts) {
    dropUnknown(queue, offered, backlog.last_ordinal)
    return merge(deps, queue, backlog)
  }
  return 'read'
}

/** @returns null when the backlog could not be read, or must not be relied on */
async function readBacklog(
  { pool, id, shards, log, registry }: LoadDeps,
  queue: EndpointQueue,
  lease: Lease,
): Promise<Backlog | null> {
  const { connectionId, loadedThrough } = queue
  try {
    return await loadBacklog(pool, {
      connectionId,
      owner: id,
      lease,
      since: shards.furthest(),
      after: loadedThrough,
      limit: QUEUE_CAPACITY,
      bytes: bytesToLoad(queue.bytes),
    })
  } catch (err) {
    const account_id = registry.webhook(connectionId)?.account_id
    log.warn(
      { err, account_id, connection_id: connectionId },
      'a backlog cannot be read; the next sweep tries again',
    )
    return null
  }
}

function merge(deps: LoadDeps, queue: EndpointQueue, backlog: Backlog): Loaded {
  for (const row of backlog.bodiless)
    deps.log.warn(logFieldsOf(row), 'a delivery has no body and is passed over')
  noteRead(queue, backlog.position, backlog.last_ordinal)
  for (const pending of backlog.next) {
    if (pending.ordinal <= queue.loadedThrough) continue
    // Postgres does not show the outcome of its last attempt yet: the next sweep reads on from here.
    if (deps.recent.has(pending.id)) {
      leaveToSweep(queue)
      return 'read'
    }
    const isSkipped = isTooOld(pending, backlog.resumed_at, deps.pauseKeepMs)
    if (isSkipped && !deps.hasRoomToSkip(queue.connectionId)) return 'held_up'
    readThrough(queue, pending.ordinal)
    if (isSkipped) deps.skip(pending)
    else enqueue(queue.conversations, pending)
  }
  readThrough(queue, backlog.through)
  drainContiguous(queue)
  for (const pending of backlog.late)
    if (!deps.recent.has(pending.id) && !isWaiting(queue.conversations, pending))
      enqueue(queue.conversations, pending)
  return 'read'
}

/** Redeliveries and recoveries were asked for, so they are sent however long the webhook was paused. */
function isTooOld(
  { origin, attempts, created_at }: PendingDelivery,
  resumedAt: string | null,
  keepMs: number,
): boolean {
  if (resumedAt === null || attempts > 0) return false
  if (origin === 'redelivery' || origin === 'recovery') return false
  return Date.parse(created_at) < Date.parse(resumedAt) - keepMs
}
