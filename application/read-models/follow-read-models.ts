import { EventEmitter } from 'node:events'
import type { Nats } from '@recado/infra/nats/connect'
import type pg from 'pg'
import { PROGRESS_SUBJECT, type Progress } from './announce.ts'
import type { ReadModels } from './read-models.ts'

const POLL_MS = 25
/** Read models that are behind tell so with every batch: a lag told longer ago may be over, and nobody would say so. */
const LAG_COUNTS_MS = 5_000

/**
 * Follows how far the read models are: told over NATS, and asked from Postgres every 25 ms while someone
 * waits, so that a write can be read even while NATS is down.
 * @param pool connections whose search_path is the read models' schema
 * @param now milliseconds that never go back
 */
export function followReadModels(
  schema: string,
  pool: Pick<pg.Pool, 'query'>,
  nats: Pick<Nats, 'subscribe'>,
  now: () => number = () => performance.now(),
): ReadModels {
  const moved = new EventEmitter().setMaxListeners(0)
  let position: bigint | null = null
  let lag = { ms: 0, toldAt: now() }
  let waiting = 0
  let polling = false

  const advance = (to: bigint) => {
    if (position !== null && to <= position) return
    position = to
    moved.emit('moved')
  }
  nats.subscribe(PROGRESS_SUBJECT, (message) => {
    const progress = message.json<Progress>()
    if (progress.schema !== schema) return
    lag = { ms: progress.lag_ms, toldAt: now() }
    advance(BigInt(progress.position))
  })
  const poll = async () => {
    polling = true
    while (waiting > 0) {
      await pool
        .query<{ position: number }>({ name: 'progress', text: 'select position from checkpoint' })
        .then(({ rows }) => advance(BigInt(rows[0]?.position ?? -1)))
        .catch(() => undefined)
      await new Promise((wake) => setTimeout(wake, POLL_MS))
    }
    polling = false
  }
  const reached = (target: bigint) => position !== null && position >= target

  return {
    position: () => position,
    onMoved(listener) {
      moved.on('moved', listener)
      return () => void moved.off('moved', listener)
    },
    async waitFor(target, withinMs) {
      if (reached(target)) return true
      // Read models this far behind will not be there in time: say so instead of making every caller wait.
      if (lag.ms > withinMs && now() - lag.toldAt < LAG_COUNTS_MS) return false
      waiting += 1
      if (!polling) void poll()
      try {
        return await until(moved, () => reached(target), withinMs)
      } finally {
        waiting -= 1
      }
    },
    async close() {
      waiting = 0
    },
  }
}

function until(moved: EventEmitter, done: () => boolean, withinMs: number): Promise<boolean> {
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
