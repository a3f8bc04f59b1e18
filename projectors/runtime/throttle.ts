import { sleep } from '@recado/infra/concurrency/sleep'
import type { Batches } from '../engine/batches.ts'

/** Minimum time per event: caps small batches at 2,500 events/s. */
const MS_PER_ITEM = 0.4
const MOST_MS = 20
/** A pause of half the batch's own time, this at most: what comes meanwhile shares the costs of one batch. */
const MOST_REST_MS = 10

/**
 * Throttles batches: pauses after each by its size and duration, so that writers keep the CPU. See docs/adr/0019.
 * @param full how many items make a batch full: the reader is behind then, and nothing is paused
 */
export function throttle<T>(batches: Batches<T>, full: number, signal: AbortSignal): Batches<T> {
  const pause = (items: number, tookMs: number) => (items < full ? throttleMs(items, tookMs) : 0)
  return paced(batches, pause, signal)
}

/** The pause after a batch of this size and duration. */
export function throttleMs(items: number, tookMs: number): number {
  const rest = Math.min(tookMs / 2, MOST_REST_MS)
  return Math.max(rest, Math.min(items * MS_PER_ITEM, MOST_MS) - tookMs)
}

/** For who is in no hurry: pauses after each batch as long as it took, at least `restMs`, whether it is behind or not. */
export function halfTime<T>(batches: Batches<T>, restMs: number, signal: AbortSignal): Batches<T> {
  return paced(batches, (_items, tookMs) => Math.max(restMs, tookMs), signal)
}

async function* paced<T>(
  batches: Batches<T>,
  pauseMs: (items: number, tookMs: number) => number,
  signal: AbortSignal,
): Batches<T> {
  for await (const batch of batches) {
    const began = performance.now()
    yield batch
    const ms = pauseMs(batch.length, performance.now() - began)
    if (ms > 0) await sleep(ms, signal)
  }
}
