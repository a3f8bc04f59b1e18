import type { Registry } from '@recado/application/registry/registry'
import type { Logger } from '@recado/infra/logger'
import type { WebhookEntry } from '@recado/infra/registry-entries'
import type pg from 'pg'
import { type AttemptDeps, type Attempted, attemptDelivery } from './attempt.ts'
import { attemptShares } from './attempt-shares.ts'
import {
  drainContiguous,
  type EndpointQueue,
  empty,
  enqueue,
  finish,
  newEndpointQueue,
  nextDue,
  offer,
  QUEUE_CAPACITY,
  take,
} from './endpoint-queue.ts'
import { type Backlog, type DueQueue, loadBacklog } from './load-backlog.ts'
import { HOLDING_ATTEMPTS, orderKey, type PendingDelivery } from './pending-delivery.ts'
import type { RecentAttempts } from './recent-attempts.ts'
import { shardOf } from './shard.ts'
import type { ShardOwnership } from './shard-ownership.ts'

/** What queues are worked with. */
export type EndpointQueueDeps = {
  readonly id: string
  readonly pool: pg.Pool
  readonly shards: ShardOwnership
  readonly registry: Pick<Registry, 'webhook'>
  readonly attempt: AttemptDeps
  readonly recent: RecentAttempts
  readonly log: Logger
  /** Whether another attempt may begin, so many being under way. */
  readonly hasRoom: (inFlight: number) => boolean
  readonly settle: (pending: PendingDelivery, attempted: Attempted) => void
  readonly skip: (pending: PendingDelivery) => void
  /** The receiver wants no more; resolves when the registry knows. */
  readonly gone: (webhook: WebhookEntry) => Promise<void>
  /** The longest that an attempt and its record may take, ms: a lease must outlive it. */
  readonly attemptMs: number
  readonly concurrency: number
  /** How long a failing queue rests at first, ms; doubles up to 32 times that. */
  readonly restMs: number
  /** Deliveries older than this at the end of a pause are skipped, ms. */
  readonly pauseKeepMs: number
}

/** The webhooks a dispatcher works for. */
export type EndpointQueues = {
  /** A delivery that was just committed. */
  offer(pending: PendingDelivery): void
  /** A webhook that has something to do, as Postgres shows it. */
  visit(due: DueQueue, position: bigint): Promise<void>
  /** Whether the connection's shard is ours to act on. */
  isOurs(connectionId: string): boolean
  forget(shard: number): void
  inFlight(shard?: number): number
  /** Goes on wherever something waits. */
  resume(): void
  /** There may be room for another attempt: whoever waits longest for it begins. */
  nextInTurn(): void
}

/** In a queue that fails, one attempt at a time is enough to see whether it is well again. */
const FAILURES_TO_SLOW = 3
const FAILURES_TO_REST = 5

/** Opens no queue yet: they open as deliveries come. */
export function openEndpointQueues(deps: EndpointQueueDeps): EndpointQueues {
  const queues = new Map<string, EndpointQueue>()
  const shares = attemptShares()
  /** EndpointQueues that could begin an attempt but for want of room, in turn. */
  const waiting = new Set<EndpointQueue>()

  const queueOf = (connectionId: string): EndpointQueue => {
    const queue = queues.get(connectionId) ?? newEndpointQueue(connectionId)
    queues.set(connectionId, queue)
    return queue
  }
  const leaseOf = (queue: EndpointQueue) =>
    deps.shards.usable(shardOf(queue.connectionId), deps.attemptMs)

  const pump = (queue: EndpointQueue): void => {
    if (queues.get(queue.connectionId) !== queue || leaseOf(queue) === undefined) return
    const webhook = deps.registry.webhook(queue.connectionId)
    if (webhook === undefined || !webhook.active) {
      empty(queue)
      return
    }
    while (queue.inFlight.size < limitOf(queue, deps.concurrency)) {
      const now = Date.now()
      if (now < queue.restsUntil) break
      if (!hasRoom(queue)) {
        if ((nextDue(queue) ?? Number.POSITIVE_INFINITY) <= now) waiting.add(queue)
        break
      }
      const pending = take(queue, now)
      if (pending === undefined) break
      void run(queue, pending, webhook)
    }
    wakeLater(queue)
    if (queue.announcedThrough > queue.loadedThrough && queue.queued < QUEUE_CAPACITY / 4)
      void load(queue)
  }
  const wakeLater = (queue: EndpointQueue): void => {
    clearTimeout(queue.timer)
    const due = nextDue(queue)
    if (due === undefined || queue.inFlight.size >= limitOf(queue, deps.concurrency)) return
    const wait = Math.max(due, queue.restsUntil) - Date.now()
    if (wait > 0 && Number.isFinite(wait))
      queue.timer = setTimeout(() => pump(queue), Math.min(wait, 60_000))
  }
  const run = async (
    queue: EndpointQueue,
    pending: PendingDelivery,
    webhook: WebhookEntry,
  ): Promise<void> => {
    shares.began(queue.inFlight.size)
    deps.recent.begin(pending.id, pending.attempts + 1)
    const attempted = await attemptDelivery(deps.attempt, pending, webhook)
    deps.settle(pending, attempted)
    rest(queue, attempted, deps.restMs)
    finish(queue, pending, againOf(pending, attempted))
    shares.ended(queue.inFlight.size)
    if (attempted.outcome === 'gone') await leaveAlone(queue, webhook)
    if (waiting.size === 0) return pump(queue)
    waiting.add(queue)
    nextInTurn()
  }
  const hasRoom = (queue: EndpointQueue): boolean =>
    deps.hasRoom(shares.underWay()) && shares.mayBegin(queue.inFlight.size)
  /** Whoever still finds no room goes to the end of the waiting. */
  const nextInTurn = (): void => {
    for (const queue of [...waiting]) {
      waiting.delete(queue)
      pump(queue)
      if (!deps.hasRoom(shares.underWay())) return
    }
  }
  /** Until everybody knows that it is gone, nothing more is sent: each would be a dead letter. */
  const leaveAlone = async (queue: EndpointQueue, webhook: WebhookEntry): Promise<void> => {
    queue.restsUntil = Number.POSITIVE_INFINITY
    await deps.gone(webhook).catch((err) => deps.log.warn({ err }, 'a webhook is gone but active'))
    queue.restsUntil = Date.now() + deps.restMs
  }
  const load = async (queue: EndpointQueue): Promise<void> => {
    const lease = leaseOf(queue)
    if (queue.loading || queue.queued >= QUEUE_CAPACITY / 4 || lease === undefined) return
    queue.loading = true
    const { generation } = queue
    try {
      const backlog = await loadBacklog(deps.pool, {
        connectionId: queue.connectionId,
        owner: deps.id,
        lease,
        since: deps.shards.furthest(),
        after: queue.loadedThrough,
        limit: QUEUE_CAPACITY,
      })
      if (backlog === null) queue.announcedThrough = queue.loadedThrough
      else if (queue.generation === generation) merge(queue, backlog)
    } catch (err) {
      deps.log.warn({ err }, 'a backlog cannot be read; the next sweep tries again')
      queue.announcedThrough = queue.loadedThrough
    } finally {
      queue.loading = false
    }
    pump(queue)
  }
  const merge = (queue: EndpointQueue, backlog: Backlog): void => {
    queue.announcedThrough = Math.max(backlog.last_ordinal, ...queue.outOfOrder.keys())
    for (const pending of backlog.next) {
      if (pending.ordinal <= queue.loadedThrough) continue
      // Its last outcome is not shown yet: what follows is read again by the next sweep.
      if (deps.recent.has(pending.id)) {
        queue.announcedThrough = queue.loadedThrough
        return
      }
      queue.loadedThrough = pending.ordinal
      if (isTooOld(pending, backlog.resumed_at, deps.pauseKeepMs)) deps.skip(pending)
      else enqueue(queue, pending)
    }
    if (!backlog.more) queue.loadedThrough = Math.max(queue.loadedThrough, backlog.last_ordinal)
    drainContiguous(queue)
    for (const pending of backlog.late) if (isNew(queue, pending)) enqueue(queue, pending)
  }
  const isNew = (queue: EndpointQueue, pending: PendingDelivery): boolean =>
    !deps.recent.has(pending.id) && !queue.conversations.has(orderKey(pending))

  return {
    offer(pending) {
      if (deps.registry.webhook(pending.connection_id)?.active === false) return
      const queue = queueOf(pending.connection_id)
      if (offer(queue, pending)) void load(queue)
      else pump(queue)
    },
    async visit({ connection_id, last_ordinal, due }, position) {
      const queue = queueOf(connection_id)
      // Ordinals that went back: the read models were built again from a log that was cut.
      if (last_ordinal < queue.loadedThrough && position >= BigInt(queue.position)) empty(queue)
      queue.announcedThrough = Math.max(queue.announcedThrough, last_ordinal)
      if (Date.now() < queue.restsUntil) return
      if (!deps.registry.webhook(connection_id)?.active) return
      if (
        queue.queued < QUEUE_CAPACITY / 4 &&
        (due || queue.announcedThrough > queue.loadedThrough)
      )
        await load(queue)
      else pump(queue)
    },
    isOurs: (connectionId) =>
      deps.shards.usable(shardOf(connectionId), deps.attemptMs) !== undefined,
    forget(shard) {
      for (const [id, queue] of queues) {
        if (shardOf(id) !== shard) continue
        empty(queue)
        waiting.delete(queue)
        queues.delete(id)
      }
    },
    inFlight(shard) {
      if (shard === undefined) return shares.underWay()
      let count = 0
      for (const [id, queue] of queues) if (shardOf(id) === shard) count += queue.inFlight.size
      return count
    },
    resume() {
      for (const queue of queues.values()) if (queue.queued > 0) pump(queue)
    },
    nextInTurn,
  }
}

function limitOf({ failures }: EndpointQueue, concurrency: number): number {
  return failures >= FAILURES_TO_SLOW ? 1 : concurrency
}

function rest(queue: EndpointQueue, { outcome }: Attempted, restMs: number): void {
  queue.failures = outcome === 'failed' ? queue.failures + 1 : 0
  const beyond = queue.failures - FAILURES_TO_REST
  if (beyond >= 0) queue.restsUntil = Date.now() + restMs * 2 ** Math.min(beyond, 5)
}

/** The delivery as its conversation waits for it; null when nothing waits for it any longer. */
function againOf(pending: PendingDelivery, { next_at }: Attempted): PendingDelivery | null {
  const attempts = pending.attempts + 1
  return next_at === null || attempts >= HOLDING_ATTEMPTS ? null : { ...pending, attempts, next_at }
}

function isTooOld(
  { attempts, created_at }: PendingDelivery,
  resumedAt: string | null,
  keepMs: number,
) {
  if (resumedAt === null || attempts > 0) return false
  return Date.parse(created_at) < Date.parse(resumedAt) - keepMs
}
