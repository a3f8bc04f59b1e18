import { EventEmitter } from 'node:events'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { Nats } from '@recado/infra/nats/connect'
import type pg from 'pg'
import { type AnnouncedLag, announcedLag } from '../announced-lag.ts'
import { PROGRESS_SUBJECT, type Progress } from './announce.ts'
import { partitionOf } from './partitions.ts'
import type { ReadModels } from './read-models.ts'

const POLL_INTERVAL_MS = 25

/**
 * Follows the read models by announcements over NATS and, while a caller waits and none has come for 25 ms, by a query,
 * so that a write can be read even while NATS is down.
 * @param pool connections whose search_path is the read models' schema
 * @param now in ms, never goes back
 */
export function followReadModels(
  schema: string,
  pool: Pick<pg.Pool, 'query'>,
  nats: Pick<Nats, 'subscribe'>,
  now: () => number = () => performance.now(),
): ReadModels {
  const moved = new EventEmitter().setMaxListeners(0)
  let partitions: readonly PartitionProgress[] = []
  let waiting = 0
  let polling = false
  let heardAt = Number.NEGATIVE_INFINITY

  const advance = (index: number, count: number, to: bigint) => {
    // A rebuild may have changed their number.
    if (partitions.length !== count)
      partitions = Array.from({ length: count }, () => ({ position: null, lag: announcedLag(now) }))
    const partition = partitions[index]
    if (partition === undefined) return
    if (partition.position !== null && to <= partition.position) return
    partition.position = to
    moved.emit('moved')
  }
  nats.subscribe(PROGRESS_SUBJECT, (message) => {
    const progress = message.json<Progress>()
    if (progress.schema !== schema) return
    heardAt = now()
    advance(progress.partition, progress.partitions, BigInt(progress.position))
    partitions[progress.partition]?.lag.hear(progress.lag_ms)
  })
  const readPosition = () =>
    pool
      .query<{ partition: number; position: number }>({
        name: 'progress',
        text: 'select partition, position from checkpoint',
      })
      .then(({ rows }) => {
        for (const { partition, position } of rows)
          advance(partition, rows.length, BigInt(position))
      })
      .catch(() => undefined)
  const poll = async () => {
    polling = true
    for (;;) {
      await sleep(POLL_INTERVAL_MS)
      if (waiting === 0) break
      if (now() - heardAt >= POLL_INTERVAL_MS) await readPosition()
    }
    polling = false
  }
  const of = (accountId: string | null) => {
    const own = accountId === null ? [] : [partitions[partitionOf(accountId, partitions.length)]]
    return accountId === null ? partitions : own.filter((one) => one !== undefined)
  }
  const lagOf = (some: readonly PartitionProgress[]) =>
    Math.max(0, ...some.map(({ lag }) => lag.current()))

  return {
    position: () => leastOf(partitions),
    lag: () => lagOf(partitions),
    onMoved(listener) {
      moved.on('moved', listener)
      return () => void moved.off('moved', listener)
    },
    async waitFor(target, withinMs, accountId) {
      const isReached = () => (leastOf(of(accountId)) ?? -2n) >= target
      if (isReached()) return true
      // Read models that lag so far will not arrive in time: do not make every caller wait.
      if (lagOf(of(accountId)) > withinMs) return false
      waiting += 1
      if (!polling) void poll()
      try {
        return await waitUntil(moved, isReached, withinMs)
      } finally {
        waiting -= 1
      }
    },
    async close() {
      waiting = 0
    },
  }
}

type PartitionProgress = { position: bigint | null; readonly lag: AnnouncedLag }

/** Null when one is unknown, or none is known. */
function leastOf(partitions: readonly PartitionProgress[]): bigint | null {
  const known = partitions.flatMap(({ position }) => (position === null ? [] : [position]))
  if (known.length < partitions.length) return null
  return known.sort((a, b) => (a < b ? -1 : 1))[0] ?? null
}

function waitUntil(moved: EventEmitter, done: () => boolean, withinMs: number): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (result: boolean) => {
      clearTimeout(timer)
      moved.off('moved', check)
      resolve(result)
    }
    const check = () => done() && finish(true)
    const timer = setTimeout(() => finish(done()), withinMs)
    moved.on('moved', check)
    check()
  })
}
