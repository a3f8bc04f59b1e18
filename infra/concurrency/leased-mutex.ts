import { keyedMutex } from './keyed-mutex.ts'
import { sleep } from './sleep.ts'
import { answerWithin } from './with-timeout.ts'

/** Lets work about one thing go one after the other. */
export type LeasedMutex = {
  /**
   * Waits until all earlier work of the key has ended.
   * @returns what ends one's own, to be called once; null when it takes too long, or nobody can tell
   */
  enter(key: string): Promise<Leave | null>
}

export type Leave = () => Promise<void>

/** Who of all processes may write to a chat. What is not given back ends by itself. */
export type ChatLease = {
  /** @returns false while another one has it */
  take(chat: string): Promise<boolean>
  give(chat: string): Promise<void>
}

const LONGEST_PAUSE_MS = 200

/**
 * In this process first come, first served; among processes whoever asks at the right moment.
 * @param timeoutMs how long work waits for its turn
 */
export function leasedMutex(timeoutMs: number, lease: ChatLease): LeasedMutex {
  const mutex = keyedMutex()
  return {
    async enter(key) {
      const deadline = performance.now() + timeoutMs
      const { before, leave } = mutex.enter([key])
      const first =
        before === null || (await answerWithin(timeoutMs, before.then(isFirst))) === true
      if (first && (await leased(lease, key, deadline)))
        return () => lease.give(key).then(leave, leave)
      // A waiter that gave up keeps its place until its predecessor leaves, preserving order.
      if (first) leave()
      else void before?.then(leave)
      return null
    },
  }
}

const isFirst = () => true

async function leased(lease: ChatLease, key: string, deadline: number): Promise<boolean> {
  for (let pauseMs = 25; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    // While the leases cannot be asked for nobody has one: the send waits in the background.
    const mine = await lease.take(key).catch(() => null)
    if (mine !== false || performance.now() + pauseMs > deadline) return mine === true
    await sleep(pauseMs)
  }
}
