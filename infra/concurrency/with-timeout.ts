/** The promise's answer, or the error `late` after `ms`. The promise itself continues; its late answer is dropped. */
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

/** A promise's answer within `ms` and before the abort, else undefined; the promise itself continues. */
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

/** Uses no AbortController: an abort error costs more than everything else in a short wait. */
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
