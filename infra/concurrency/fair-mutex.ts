import { keyedMutex } from './keyed-mutex.ts'
import { sharedSlots } from './shared-slots.ts'

/** Runs work on the same key in order, and work on different keys concurrently. */
export type FairMutex = {
  /** Runs `work` after all earlier work with one of its keys. @param owner owners take turns when slots are scarce */
  run(keys: readonly string[], owner: string, work: () => Promise<void>): Promise<void>
}

export function fairMutex(limit: number): FairMutex {
  const mutex = keyedMutex()
  const slots = sharedSlots({ limit })
  return {
    async run(keys, owner, work) {
      const { before, leave } = mutex.enter(keys)
      if (before !== null) await before
      // Take a slot only once the work can begin: work that waits in a slot could block the work it waits for.
      await slots.run(owner, work).finally(leave)
    },
  }
}
