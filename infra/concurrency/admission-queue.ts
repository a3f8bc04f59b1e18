import { withTimeout } from './with-timeout.ts'

const AT_ONCE = 256

/** Runs the work. Null when it succeeded within `ms`, else the error; work that is late continues unobserved. */
export type Admit = (work: () => Promise<void>, ms: number) => Promise<Error | null>

/**
 * Bounded concurrency, newest first (LIFO); work that is late before it starts is dropped. After an outage, thousands
 * of POSTs, each repeated by its sender, would otherwise be worked on although their senders have given up, and would
 * make all later ones late too.
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
    const failure = await outcomeWithin(
      ms,
      turn.then(() => work().finally(over)),
    )
    mine.gone = true
    while (waiting[0]?.gone) waiting.shift()
    return failure
  }
}

async function outcomeWithin(ms: number, work: Promise<void>): Promise<Error | null> {
  const late = () => new Error(`the log did not answer within ${ms} ms`)
  try {
    await withTimeout(ms, work, late)
    return null
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error))
  }
}
