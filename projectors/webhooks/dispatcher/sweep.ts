import type { Logger } from '@recado/infra/logger'
import type pg from 'pg'
import type { EndpointQueues } from './dispatch-queues.ts'
import { type DueQueue, sweepQueues } from './load-backlog.ts'
import type { RecentAttempts } from './recent-attempts.ts'
import type { ShardOwnership } from './shard-ownership.ts'

export type SweepDeps = {
  readonly pool: pg.Pool
  readonly shards: ShardOwnership
  readonly recent: RecentAttempts
  readonly queues: EndpointQueues
  readonly failingMs: number
  readonly noticeMs: number
  /** @param url that failed: a webhook with another URL by now stays active */
  readonly deactivateFailing: (connectionId: string, url: string) => Promise<void>
  /** Records that a webhook fails. */
  readonly noticeFailure: (queue: FailingQueue) => Promise<void>
  /** Unix time, ms. */
  readonly now: () => number
  readonly log: Logger
}

type FailingQueue = DueQueue & { readonly failing_since: string }

/** Visits every webhook with something to do, or deactivates it when it has failed for too long. */
export async function sweep(deps: SweepDeps): Promise<void> {
  const { pool, shards, recent, queues, log } = deps
  const { position, tables, queues: due } = await sweepQueues(pool, shards.all())
  recent.observed(position)
  shards.observed(position)
  queues.readFrom(tables)
  for (const queue of due) {
    const { connection_id, account_id } = queue
    // A failure is retried in the next round and must not delay the other webhooks.
    await attendTo(deps, queue, position).catch((err) =>
      log.warn({ err, account_id, connection_id }, 'a webhook was not swept'),
    )
  }
}

async function attendTo(deps: SweepDeps, queue: DueQueue, position: bigint): Promise<void> {
  const { queues, failingMs, noticeMs, now } = deps
  const { connection_id, url } = queue
  if (!queues.isOurs(connection_id)) return
  if (hasFailedSince(queue, now() - failingMs)) return deps.deactivateFailing(connection_id, url)
  await queues.visit(queue, position)
  if (!queue.failing_noticed && hasFailedSince(queue, now() - noticeMs))
    await deps.noticeFailure(queue)
}

/** Pause between sweeps, ms: short while shards wait for the read models, because only a sweep lets them begin. */
export function sweepPause(shards: ShardOwnership, sweepMs: number): number {
  return shards.all().length === 0 || shards.waiting() ? Math.min(50, sweepMs) : sweepMs
}

/** @param at Unix time, ms */
function hasFailedSince(queue: DueQueue, at: number): queue is FailingQueue {
  return queue.failing_since !== null && Date.parse(queue.failing_since) < at
}
