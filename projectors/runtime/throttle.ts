import { sleep } from '@recado/infra/concurrency/sleep'
import type { Batches } from '../engine/batches.ts'

/** Events that come closer together than this wait for company: 2,500 a second. */
const MS_PER_ITEM = 0.4
const MOST_MS = 60

/**
 * Hands batches on, and rests after each as long as the load asks: a batch has costs of its own, and small ones in
 * quick succession take the time that whoever makes the events needs. See docs/adr/0019.
 * @param full as many items as make a batch full: then it is behind, and rests never
 */
export async function* throttle<T>(
  batches: Batches<T>,
  full: number,
  signal: AbortSignal,
): Batches<T> {
  for await (const batch of batches) {
    const began = performance.now()
    yield batch
    const ms = batch.length < full ? throttleMs(batch.length, performance.now() - began) : 0
    if (ms > 0) await sleep(ms, signal)
  }
}

/** How long to rest after a batch of so many items that took so long, so that at most 2,500 items a second rest. */
export function throttleMs(items: number, tookMs: number): number {
  return Math.max(0, Math.min(items * MS_PER_ITEM, MOST_MS) - tookMs)
}
