import { setTimeout as delay } from 'node:timers/promises'

/** What a promise answers within so many ms, and before the signal aborts; else undefined, and it goes on by itself. */
export async function inTime<T>(
  promise: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | undefined> {
  const answered = new AbortController()
  const ends = signal === undefined ? answered.signal : AbortSignal.any([answered.signal, signal])
  const late = delay(ms, undefined, { signal: ends }).catch(() => undefined)
  try {
    return await Promise.race([promise, late])
  } finally {
    answered.abort()
  }
}
