import { sleep } from '@recado/infra/concurrency/sleep'
import type { Batches } from '../engine/batches.ts'

/** Minimum time per event, ms: caps small batches at 2,500 events/s. */
const MS_PER_ITEM = 0.4
const MAX_MS = 20
/** Limit for the pause of half the batch's own time, ms. Events that arrive during it share the costs of one batch. */
const MAX_REST_MS = 10

/** Time in ms, and how to let it pass. */
type Clock = { now(): number; sleep: typeof sleep }
const CLOCK: Clock = { now: () => performance.now(), sleep }

type Done = {
  readonly items: number
  readonly tookMs: number
  /** How long its reader was idle before the batch arrived. */
  readonly waitedMs: number
}

/**
 * Throttles batches: pauses after each by its size and duration, so that writers keep the CPU. See docs/adr/0025.
 * A reader that is behind does not pause.
 */
export function throttle<T>(batches: Batches<T>, signal: AbortSignal): Batches<T> {
  return pauseBetween(batches, (done, isDrained) => (isDrained ? throttleMs(done) : 0), signal)
}

/** The pause after a batch, ms. Time already spent waiting for the batch is deducted. */
export function throttleMs({ items, tookMs, waitedMs }: Done): number {
  const rest = Math.min(tookMs / 2, MAX_REST_MS)
  return Math.max(0, rest - waitedMs, Math.min(items * MS_PER_ITEM, MAX_MS) - tookMs - waitedMs)
}

/** For background work: pauses after each batch twice as long as it took, at least `restMs`, even when behind. */
export function throttleInBackground<T>(
  batches: Batches<T>,
  restMs: number,
  signal: AbortSignal,
  clock: Clock = CLOCK,
): Batches<T> {
  return pauseBetween(batches, ({ tookMs }) => Math.max(restMs, 2 * tookMs), signal, clock)
}

async function* pauseBetween<T>(
  batches: Batches<T>,
  pauseMs: (done: Done, isDrained: boolean) => number,
  signal: AbortSignal,
  { now, sleep }: Clock = CLOCK,
): Batches<T> {
  let idleSince = now()
  for await (const batch of batches) {
    const began = now()
    yield batch
    const tookMs = now() - began
    const done = { items: batch.items.length, tookMs, waitedMs: began - idleSince }
    const ms = pauseMs(done, batch.isDrained)
    if (ms > 0) await sleep(ms, signal)
    idleSince = now()
  }
}
