import { pause } from './patience.ts'

/** Lets the commands of one stream in this process go one after the other, so that few of them conflict. */
export type Turns = { take<T>(stream: string, work: () => Promise<T>): Promise<T> }

/**
 * @param patienceMs nobody waits longer for a predecessor: the expected revision keeps decisions right
 * anyway, and an outage must not make the queue's last wait for the sum of all timeouts
 */
export function turns(patienceMs = 250): Turns {
  const last = new Map<string, Promise<unknown>>()
  return {
    async take(stream, work) {
      const before = last.get(stream)
      const mine = (async () => {
        if (before !== undefined) await settledWithin(before, patienceMs)
        return await work()
      })()
      last.set(stream, mine)
      try {
        return await mine
      } finally {
        if (last.get(stream) === mine) last.delete(stream)
      }
    },
  }
}

async function settledWithin(before: Promise<unknown>, ms: number): Promise<void> {
  const waiting = new AbortController()
  const settled = before.then(
    () => undefined,
    () => undefined,
  )
  await Promise.race([settled, pause(ms, waiting.signal)])
  waiting.abort()
}
