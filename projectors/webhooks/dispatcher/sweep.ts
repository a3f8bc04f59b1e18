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
  /** @param url that failed: a webhook with another URL by now stays active */
  readonly deactivateFailing: (connectionId: string, url: string) => Promise<void>
  readonly log: Logger
}

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

async function attendTo(
  { queues, failingMs, deactivateFailing }: SweepDeps,
  queue: DueQueue,
  position: bigint,
): Promise<void> {
  if (!queues.isOurs(queue.connection_id)) return
  const { connection_id, url } = queue
  if (hasFailedTooLong(queue.failing_since, failingMs)) await deactivateFailing(connection_id, url)
  else await queues.visit(queue, position)
}

/** Pause between sweeps, ms: short while shards wait for the read models, because only a sweep lets them begin. */
export function sweepPause(shards: ShardOwnership, sweepMs: number): number {
  return shards.all().length === 0 || shards.waiting() ? Math.min(50, sweepMs) : sweepMs
}

function hasFailedTooLong(failingSince: string | null, failingMs: number): boolean {
  return failingSince !== null && Date.parse(failingSince) < Date.now() - failingMs
}
