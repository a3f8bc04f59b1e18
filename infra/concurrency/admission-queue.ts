import { withTimeout } from './with-timeout.ts'

/** Appends of one hook under way at once: more than a busy second needs, and all of them soon over. */
const AT_ONCE = 256

/** Does the work; null when it was done within `ms`, else why not. Work that is late goes on by itself. */
export type Admit = (work: () => Promise<void>, ms: number) => Promise<Error | null>

/**
 * Bounded concurrency, newest first (LIFO); work that is late before it starts is dropped. Without that thousands of
 * POSTs, each repeated by its sender, would still be worked on after an outage when nobody waits for them any more, and
 * make all that follow late too: the oldest are the next to be given up.
 */
export function admissionQueue(atOnce = AT_ONCE): Admit {
  let running = 0
  const waiting: { begin: () => void; gone: boolean }[] = []
  const next = () => {
    while (running < atOnce) {
      const newest = waiting.pop()
      if (newest === undefined) return
      if (newest.gone) continue
      running += 1
      newest.begin()
    }
  }
  const over = () => {
    running -= 1
    next()
  }
  return async (work, ms) => {
    const mine = { begin: (): void => undefined, gone: false }
    const turn = new Promise<void>((begin) => {
      mine.begin = begin
    })
    waiting.push(mine)
    next()
    const failure = await done(
      ms,
      turn.then(() => work().finally(over)),
    )
    mine.gone = true
    while (waiting[0]?.gone) waiting.shift()
    return failure
  }
}

async function done(ms: number, work: Promise<void>): Promise<Error | null> {
  const late = () => new Error(`the log did not answer within ${ms} ms`)
  try {
    await withTimeout(ms, work, late)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
