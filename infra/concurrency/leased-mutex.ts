import { keyedMutex } from './keyed-mutex.ts'
import { sleep } from './sleep.ts'
import { answerWithin } from './with-timeout.ts'

export type LeasedMutex = {
  /** Waits for all earlier work of the key. @returns ends the caller's own work; null when the wait is too long or leases fail */
  enter(key: string): Promise<Leave | null>
}

export type Leave = () => Promise<void>

/** The right of one process to write to a chat. A lease that is not given back expires. */
export type ChatLease = {
  /** @returns false while another process holds the lease */
  take(chat: string): Promise<boolean>
  release(chat: string): Promise<void>
}

const MAX_PAUSE_MS = 200

/** Serves callers of this process in order; between processes, the first to ask after a release. */
export function leasedMutex(timeoutMs: number, lease: ChatLease): LeasedMutex {
  const mutex = keyedMutex()
  return {
    async enter(key) {
      const deadline = performance.now() + timeoutMs
      const { before, leave } = mutex.enter([key])
      const first =
        before === null || (await answerWithin(timeoutMs, before.then(isFirst))) === true
      if (first && (await tryToLease(lease, key, deadline)))
        return () => lease.release(key).then(leave, leave)
      // A waiter that gave up keeps its place until its predecessor leaves, preserving order.
      if (first) leave()
      else void before?.then(leave)
      return null
    },
  }
}

const isFirst = () => true

async function tryToLease(lease: ChatLease, key: string, deadline: number): Promise<boolean> {
  for (let pauseMs = 25; ; pauseMs = Math.min(MAX_PAUSE_MS, pauseMs * 2)) {
    // Without an answer the lease counts as not taken: the send waits in the background.
    const mine = await lease.take(key).catch(() => null)
    if (mine !== false || performance.now() + pauseMs > deadline) return mine === true
    await sleep(pauseMs)
  }
}
