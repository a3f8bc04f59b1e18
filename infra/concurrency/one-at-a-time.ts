import { setTimeout as delay } from 'node:timers/promises'
import { inTime } from './or-undefined.ts'

/** Lets work about one thing go one after the other. */
export type OneAtATime = {
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
 * @param patienceMs how long work waits for its turn
 */
export function oneAtATime(patienceMs: number, lease: ChatLease): OneAtATime {
  const last = new Map<string, Promise<unknown>>()
  return {
    async enter(key) {
      const deadline = performance.now() + patienceMs
      const before = last.get(key)?.then(() => true) ?? Promise.resolve(true)
      const free = queued(last, key)
      if ((await inTime(before, patienceMs)) && (await leased(lease, key, deadline)))
        return () => lease.give(key).then(free, free)
      free()
      return null
    },
  }
}

/** Stands in line. @returns what lets the next one go, as soon as those before are gone too */
function queued(last: Map<string, Promise<unknown>>, key: string): () => void {
  let free = (): void => undefined
  const mine = new Promise<void>((resolve) => {
    free = resolve
  })
  const ended = Promise.all([last.get(key), mine])
  last.set(key, ended)
  void ended.then(() => {
    if (last.get(key) === ended) last.delete(key)
  })
  return free
}

async function leased(lease: ChatLease, key: string, deadline: number): Promise<boolean> {
  for (let pauseMs = 25; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    // While the leases cannot be asked for nobody has one: the send waits in the background.
    const mine = await lease.take(key).catch(() => null)
    if (mine !== false || performance.now() + pauseMs > deadline) return mine === true
    await delay(pauseMs)
  }
}
