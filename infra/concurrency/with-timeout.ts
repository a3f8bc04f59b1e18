import { setTimeout as delay } from 'node:timers/promises'

/** The promise's answer, or the error `late` after `ms`. The promise goes on by itself; its late answer is dropped. */
export async function withTimeout<T>(
  ms: number,
  promise: Promise<T>,
  late: () => Error = () => new Error(`no answer within ${ms} ms`),
): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms)
  })
  try {
    return await Promise.race([promise, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** What a promise answers within `ms` and before the signal aborts; else undefined, and it goes on by itself. */
export async function answerWithin<T>(
  ms: number,
  promise: Promise<T>,
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
