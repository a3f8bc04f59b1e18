import { setTimeout as delay } from 'node:timers/promises'
import { NoAnswer } from '../event-store/client-fault.ts'

/**
 * The promise's answer, or an error after `timeoutMs`, NoAnswer unless told. The promise goes on by itself; its late
 * answer is dropped.
 */
export async function within<T>(
  timeoutMs: number,
  promise: Promise<T>,
  late: () => Error = () => new NoAnswer(timeoutMs),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), timeoutMs)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** How long to wait before the given retry (0 is the first), in ms: doubling, capped, jittered by half. */
export function backoff(retry: number, capMs: number): number {
  return Math.min(capMs, 25 * 2 ** retry) * (0.5 + Math.random() / 2)
}

/** Waits; returns early, without an error, when the signal aborts. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await delay(ms, undefined, signal ? { signal } : {}).catch(() => undefined)
}
