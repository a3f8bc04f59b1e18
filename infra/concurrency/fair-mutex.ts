import { fairSlots } from './fair-slots.ts'
import { keyedMutex } from './keyed-mutex.ts'

/** Lets work about the same thing go in order, and work about different things side by side. */
export type FairMutex = {
  /**
   * Runs `work` after all earlier work that shares a key with it, whatever became of that.
   * @param owner in whose name; owners take turns when more wants to go on than may
   */
  run(keys: readonly string[], owner: string, work: () => Promise<void>): Promise<void>
}

/** @param limit how much work goes on at the same time */
export function fairMutex(limit: number): FairMutex {
  const mutex = keyedMutex()
  const slots = fairSlots(limit)
  return {
    async run(keys, owner, work) {
      const { before, leave } = mutex.enter(keys)
      if (before !== null) await before
      // Only who can begin takes a slot: waiting in one could keep out whom it waits for.
      await slots.take(owner)
      try {
        await work()
      } finally {
        slots.release()
        leave()
      }
    },
  }
}
