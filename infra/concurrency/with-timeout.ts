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
  if (signal?.aborted) return undefined
  const { over, forget } = wait(ms, signal)
  try {
    return await Promise.race([promise, over])
  } finally {
    forget()
  }
}

/** Without an abort of its own, whose error costs more than all else of a short wait. */
function wait(ms: number, signal: AbortSignal | undefined) {
  let end = (): void => undefined
  const over = new Promise<undefined>((resolve) => {
    end = () => resolve(undefined)
  })
  const timer = setTimeout(end, ms)
  signal?.addEventListener('abort', end)
  return {
    over,
    forget() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
    },
  }
}
