import { EventEmitter } from 'node:events'
import { sleep } from '@recado/infra/concurrency/sleep'
import type { Nats } from '@recado/infra/nats/connect'
import type pg from 'pg'
import { announcedLag } from '../announced-lag.ts'
import { PROGRESS_SUBJECT, type Progress } from './announce.ts'
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
  let position: bigint | null = null
  const lag = announcedLag(now)
  let waiting = 0
  let polling = false
  let heardAt = Number.NEGATIVE_INFINITY

  const advance = (to: bigint) => {
    if (position !== null && to <= position) return
    position = to
    moved.emit('moved')
  }
  nats.subscribe(PROGRESS_SUBJECT, (message) => {
    const progress = message.json<Progress>()
    if (progress.schema !== schema) return
    heardAt = now()
    lag.hear(progress.lag_ms)
    advance(BigInt(progress.position))
  })
  const readPosition = () =>
    pool
      .query<{ position: number }>({ name: 'progress', text: 'select position from checkpoint' })
      .then(({ rows }) => advance(BigInt(rows[0]?.position ?? -1)))
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
  const isReached = (target: bigint) => position !== null && position >= target

  return {
    position: () => position,
    lag: lag.current,
    onMoved(listener) {
      moved.on('moved', listener)
      return () => void moved.off('moved', listener)
    },
    async waitFor(target, withinMs) {
      if (isReached(target)) return true
      // Read models that lag so far will not arrive in time: do not make every caller wait.
      if (lag.current() > withinMs) return false
      waiting += 1
      if (!polling) void poll()
      try {
        return await waitUntil(moved, () => isReached(target), withinMs)
      } finally {
        waiting -= 1
      }
    },
    async close() {
      waiting = 0
    },
  }
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
